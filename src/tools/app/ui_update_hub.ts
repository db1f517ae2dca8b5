import { updateHub } from '../hubs/update_hub.ts'
import { appTool, fieldsOf } from './app_tool.ts'

export const uiUpdateHub = appTool({
  name: 'ui_update_hub',
  title: 'Update hub',
  core: updateHub,
  destructive: true,
  input: fieldsOf(updateHub, 'hub', 'title', 'guide', 'mode', 'front_pad_id', 'accepts_guests'),
})
