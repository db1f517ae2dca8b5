import { choice, hub, id, note, participant } from '../input/fields.ts'
import { moderate } from '../hubs/moderate.ts'
import { optional } from '../tool.ts'
import { appTool } from './app_tool.ts'

export const uiAnswerRequest = appTool({
  name: 'ui_answer_request',
  title: 'Answer a request',
  core: moderate,
  input: {
    hub: optional(hub()),
    thread_id: optional(id('thread', 'a seat in this thread alone')),
    participant: participant('@handle or id'),
    outcome: choice(['let_in', 'turn_away']),
    note: optional(note()),
  },
  as: ({ outcome, ...more }) => ({ action: outcome, ...more }),
})
