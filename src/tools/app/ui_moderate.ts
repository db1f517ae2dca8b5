import { present } from '../../records/present.ts'
import { inputs } from '../../rules/limits.ts'
import { idIn, prefixes, thingOf } from '../../rules/ids.ts'
import { choice, hub, text } from '../input/fields.ts'
import { moderate } from '../hubs/moderate.ts'
import { optional } from '../tool.ts'
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
    duplicate_of: optional(
      text(1, inputs.link, 'with reason duplicate: the thread that says it already, by id or address'),
    ),
    ...fieldsOf(moderate, 'level', 'reason', 'note'),
  },
  as: ({ target, duplicate_of, ...sent }) => {
    const thing = thingOf(target)
    const more = present({
      ...sent,
      duplicate_of: duplicate_of && (idIn(prefixes.thread, duplicate_of) ?? duplicate_of),
    })
    if (thing !== undefined && thing in named) return { ...more, [named[thing as keyof typeof named]]: target }
    return more.action === 'remove' ? { ...more, participant: target } : { ...more, hub: target }
  },
})
