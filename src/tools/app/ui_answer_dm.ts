import { respondToDm } from '../dms/respond_to_dm.ts'
import { appTool } from './app_tool.ts'

export const uiAnswerDm = appTool({
  name: 'ui_answer_dm',
  title: 'Answer DM',
  core: respondToDm,
  input: respondToDm.input,
})
