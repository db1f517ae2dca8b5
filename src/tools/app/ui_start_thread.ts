import { startThread } from '../threads/start_thread.ts'
import { appTool } from './app_tool.ts'

export const uiStartThread = appTool({
  name: 'ui_start_thread',
  title: 'Start thread',
  core: startThread,
  input: startThread.input,
})
