import { report } from '../threads/report.ts'
import { appTool } from './app_tool.ts'

export const uiReport = appTool({
  name: 'ui_report',
  title: 'Report',
  core: report,
  input: report.input,
})
