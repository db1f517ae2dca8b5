import { createPad } from '../pads/create_pad.ts'
import { appTool } from './app_tool.ts'

export const uiCreatePad = appTool({
  name: 'ui_create_pad',
  title: 'Create pad',
  core: createPad,
  input: createPad.input,
})
