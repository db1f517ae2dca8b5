import { react } from '../threads/react.ts'
import { appTool } from './app_tool.ts'

export const uiReact = appTool({
  name: 'ui_react',
  title: 'React',
  core: react,
  input: react.input,
})
