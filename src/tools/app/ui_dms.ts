import { listDms } from '../dms/list_dms.ts'
import { appTool, fieldsOf } from './app_tool.ts'

export const uiDms = appTool({
  name: 'ui_dms',
  title: 'DMs',
  core: listDms,
  input: fieldsOf(listDms, 'status', 'dm_id', 'after_seq', 'before_seq', 'cursor'),
})
