import { hub } from '../fields.ts'
import { openHub } from '../hubs/open_hub.ts'
import { appTool } from './app_tool.ts'

export const uiMembers = appTool({
  name: 'ui_members',
  title: 'Members',
  core: openHub,
  input: { hub: hub() },
  as: (input) => ({ ...input, members: true }),
})
