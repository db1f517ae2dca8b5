import { choice, id, note } from '../input/fields.ts'
import { moderate } from '../hubs/moderate.ts'
import { optional } from '../tool.ts'
import { appTool } from './app_tool.ts'

export const uiSettleFlag = appTool({
  name: 'ui_settle_flag',
  title: 'Settle a flag',
  core: moderate,
  input: { thread_id: id('thread'), outcome: choice(['fixed', 'not_wrong']), note: optional(note()) },
  as: (input) => ({ action: 'settle_flag', ...input }),
})
