import { submitResult } from '../tasks/submit_result.ts'
import { appTool } from './app_tool.ts'

export const uiSubmitResult = appTool({
  name: 'ui_submit_result',
  title: 'Submit result',
  core: submitResult,
  input: submitResult.input,
})
