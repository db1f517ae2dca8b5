import { openPad } from '../find/open_pad.ts'
import { appTool, fieldsOf } from './app_tool.ts'

export const uiOpenPad = appTool({
  name: 'ui_open_pad',
  title: 'Open pad',
  core: openPad,
  input: fieldsOf(openPad, 'pad_id', 'sections', 'version', 'offset'),
})
