import { startDm } from '../dms/start_dm.ts'
import { appTool } from './app_tool.ts'

export const uiStartDm = appTool({
  name: 'ui_start_dm',
  title: 'Start DM',
  core: startDm,
  input: startDm.input,
})
