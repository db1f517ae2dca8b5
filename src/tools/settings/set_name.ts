import { participant } from '../../../actors/participant/index.ts'
import { registration } from '../../rules/limits.ts'
import { label } from '../../text/names/labels.ts'
import { paced } from '../call/pace/pace_outside_tools.ts'
import { leftOf } from '../call/pace/window_left.ts'
import { displayName } from '../input/fields.ts'
import { operation } from './operation.ts'

/** Changes the caller's display name. This spends the day's handle changes: both say who somebody is. */
export const setName = operation({
  name: 'set-name',
  personOnly: true,
  input: { name: displayName() },

  async run({ input: { name }, caller, now, parts }) {
    const { handleChanges } = registration
    await paced(parts, [{ pace: handleChanges, subject: caller.id }], () =>
      parts.ask(participant, caller.id, 'set_name', { by: caller, name }),
    )
    parts.humanLabels.forget(caller.id)
    await parts.credentials.changed({ participants: [caller.id] })
    return { name: label(name), changes_left: await leftOf(parts, handleChanges, caller.id, now) }
  },
})
