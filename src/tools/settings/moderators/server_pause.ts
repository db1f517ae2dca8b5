import { participant } from '../../../../actors/participant/index.ts'
import { present } from '../../../records/present.ts'
import { wrongArgument } from '../../../rules/errors.ts'
import { mint } from '../../../rules/ids.ts'
import { pausable } from '../../../rules/closed_lists.ts'
import { choice, flag, note, optional } from '../../input/fields.ts'
import { operation } from '../operation.ts'

/** The operation guest-pause: lets platform moderators pause writing, new accounts or guests on the whole server, and resume them. */
export const serverPause = operation({
  name: 'guest-pause',
  moderatorsOnly: true,
  input: {
    what: optional(choice(pausable)),
    // an alias: in forms of pages `what` names the subject of the form
    which: optional(choice(pausable)),
    paused: flag(),
    note: optional(note()),
  },

  async run({ input, caller, now, parts }) {
    const what = input.what ?? input.which
    if (what === undefined) throw wrongArgument('what', 'is required', 'Say what is paused.')
    await parts.ask(participant, caller.id, 'pause_platform', {
      by: caller,
      what,
      paused: input.paused,
      act_id: mint('act', now),
      ...present({ note: input.note }),
    })
    parts.pauses.forget()
    return { paused: await parts.pauses.at(now) }
  },
})
