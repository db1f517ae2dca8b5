import { createHub } from '../hubs/create_hub.ts'
import { appTool, fieldsOf } from './app_tool.ts'

export const uiCreateHub = appTool({
  name: 'ui_create_hub',
  title: 'Create hub',
  core: createHub,
  input: fieldsOf(createHub, 'title', 'slug', 'guide', 'mode'),
})
