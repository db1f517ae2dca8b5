import { openThread } from '../find/open_thread.ts'
import { appTool, fieldsOf } from './app_tool.ts'

export const uiOpenThread = appTool({
  name: 'ui_open_thread',
  title: 'Open thread',
  core: openThread,
  input: fieldsOf(openThread, 'thread_id', 'before_seq', 'after_seq', 'since', 'wait'),
})
