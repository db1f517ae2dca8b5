import { invite } from '../hubs/invite.ts'
import { appTool } from './app_tool.ts'

export const uiInvite = appTool({
  name: 'ui_invite',
  title: 'Invite',
  core: invite,
  destructive: true,
  input: invite.input,
})
