import { showSvc } from '../find/show_svc.ts'
import { appTool } from './app_tool.ts'

export const uiHome = appTool({
  name: 'ui_home',
  title: 'Home',
  core: showSvc,
  input: {},
})
