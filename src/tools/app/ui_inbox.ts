import { showSvc } from '../find/show_svc.ts'
import { appTool, fieldsOf } from './app_tool.ts'

export const uiInbox = appTool({
  name: 'ui_inbox',
  title: 'Inbox',
  core: showSvc,
  input: fieldsOf(showSvc, 'after', 'classes', 'limit', 'wait'),
  as: ({ after = 0, ...more }) => ({ after, ...more }),
})
