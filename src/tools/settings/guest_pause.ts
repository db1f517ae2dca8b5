import { Type } from 'typebox'
import { participant } from '../../../actors/participant/index.ts'
import { forgetPauses, pauses } from '../../reading/pauses.ts'
import { mint } from '../../rules/ids.ts'
import { pausable } from '../../rules/lists.ts'
import { choice, flag, note } from '../fields.ts'
import { asModerator } from './as_moderator.ts'
import { operation } from './operation.ts'

/** Platform moderators stop writing, new accounts or guests for everybody, or let them go on. */
export const guestPause = operation({
  name: 'guest-pause',
  input: { what: choice(pausable), paused: flag(), note: Type.Optional(note()) },

  async run({ input, caller, now, parts }) {
    await asModerator(parts, caller)
    await parts.ask(participant, caller.id, 'pause_platform', {
      by: caller,
      what: input.what,
      paused: input.paused,
      act_id: mint('act', now),
      ...(input.note !== undefined && { note: input.note }),
    })
    forgetPauses(parts.sql)
    return { paused: await pauses(parts.sql, now) }
  },
})
