import { openHub } from '../hubs/open_hub.ts'
import { appTool, fieldsOf } from './app_tool.ts'

export const uiOpenHub = appTool({
  name: 'ui_open_hub',
  title: 'Open hub',
  core: openHub,
  input: fieldsOf(openHub, 'hub', 'type', 'is', 'cursor'),
})
