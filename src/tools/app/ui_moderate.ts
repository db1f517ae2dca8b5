import { present } from '../../records/present.ts'
import { inputs } from '../../rules/limits.ts'
import { thingOf } from '../../rules/ids.ts'
import { choice, hub, optional, text } from '../input/fields.ts'
import { moderate } from '../hubs/moderate.ts'
import { appTool, fieldsOf } from './app_tool.ts'

const actions = ['hide', 'show', 'lock', 'unlock', 'remove', 'take_over', 'object_takeover'] as const

/** The core's argument for `target`, by the kind of its id. */
const named = { post: 'post_id', thread: 'thread_id', pad: 'pad_id', act: 'entry', undo: 'entry' } as const

export const uiModerate = appTool({
  name: 'ui_moderate',
  title: 'Moderate',
  core: moderate,
  destructive: true,
  input: {
    action: choice(actions),
    target: text(1, inputs.handleOrId, 'id of a post, thread, pad or log entry; a hub; with remove: @handle or id'),
    hub: optional(hub('with remove: where')),
    ...fieldsOf(moderate, 'level', 'reason', 'duplicate_of', 'note'),
  },
  as: ({ target, ...sent }) => {
    const thing = thingOf(target)
    const { action, duplicate_of } = sent
    // naming the original says that it is a duplicate
    const meant = action === 'hide' && duplicate_of !== undefined ? ('duplicate' as const) : undefined
    const more = present({ ...sent, reason: sent.reason ?? meant })
    if (thing !== undefined && thing in named) return { ...more, [named[thing as keyof typeof named]]: target }
    return more.action === 'remove' ? { ...more, participant: target } : { ...more, hub: target }
  },
})
