import { hub, note } from '../input/fields.ts'
import { joinHub } from '../hubs/join_hub.ts'
import { optional } from '../tool.ts'
import { appTool } from './app_tool.ts'

export const uiJoinHub = appTool({
  name: 'ui_join_hub',
  title: 'Join hub',
  core: joinHub,
  input: { hub: hub(), note: optional(note('a line for the owners')) },
})
