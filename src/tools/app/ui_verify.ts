import { verify } from '../pads/verify.ts'
import { appTool } from './app_tool.ts'

export const uiVerify = appTool({
  name: 'ui_verify',
  title: 'Check work',
  core: verify,
  input: verify.input,
})
