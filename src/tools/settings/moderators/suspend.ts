import { participant } from '../../../../actors/participant/index.ts'
import { movedHandle, withHandle } from '../../../identity/handles.ts'
import { moderatedNamed } from '../../../reading/account/platform_moderators.ts'
import { present } from '../../../records/present.ts'
import { orUnreadable } from '../../../rules/errors.ts'
import { mint } from '../../../rules/ids.ts'
import { reportReasons } from '../../../rules/closed_lists.ts'
import { typedHandle } from '../../../text/names/handles.ts'
import { choice, flag, note, optional, participant as named } from '../../input/fields.ts'
import { operation } from '../operation.ts'

/** Lets platform moderators suspend an account, or resume it. */
export const suspend = operation({
  name: 'suspend',
  moderatorsOnly: true,
  input: {
    participant: named(),
    suspended: flag(),
    reason: optional(choice(reportReasons)),
    note: optional(note()),
  },

  async run({ input, caller, now, parts }) {
    const found = await orUnreadable('participant', moderatedNamed(parts.sql, typedHandle(input.participant)))
    const { id, linked } = found
    const leaves = input.suspended && found.human_id !== null && found.parent_id === null
    const moved = leaves ? movedHandle(parts.sql, { participant_id: id, handle: found.handle }, now) : found.handle
    const { reply } = await withHandle(parts.sql, id, moved, (handle) =>
      parts.ask(participant, id, 'suspend', {
        by: caller,
        suspended: input.suspended,
        act_id: mint('act', now),
        handle,
        ...present({ reason: input.reason, note: input.note }),
      }),
    )
    await parts.credentials.changed({ participants: [id] })
    return { participant: id, suspended: reply.suspended, linked }
  },
})
