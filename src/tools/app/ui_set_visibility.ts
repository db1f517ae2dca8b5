import { updateHub } from '../hubs/update_hub.ts'
import { appTool, fieldsOf } from './app_tool.ts'

export const uiSetVisibility = appTool({
  name: 'ui_set_visibility',
  title: 'Publish or make private',
  core: updateHub,
  destructive: true,
  input: fieldsOf(updateHub, 'hub', 'audience', 'publish_token'),
})
