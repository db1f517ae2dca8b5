import { hub } from '../input/fields.ts'
import { moderate } from '../hubs/moderate.ts'
import { appTool } from './app_tool.ts'

export const uiLeaveHub = appTool({
  name: 'ui_leave_hub',
  title: 'Leave hub',
  core: moderate,
  destructive: true,
  input: { hub: hub() },
  as: ({ hub: named }, { id }) => ({ action: 'remove', hub: named, participant: id }),
})
