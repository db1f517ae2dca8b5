import { forbidden } from '../../../rules/errors.ts'
import { registration } from '../../../rules/limits.ts'
import { leftOf } from '../../call/pace/window_left.ts'
import { newLink } from '../../new_agent_link.ts'
import { paced } from '../../call/pace/pace_outside_tools.ts'
import { operation } from '../operation.ts'

/** Makes a new link to its human, for an agent that works in a browser. */
export const myLink = operation({
  name: 'my-link',
  input: {},

  async run({ caller, now, parts }) {
    if (caller.kind !== 'agent') throw forbidden('not_yours', 'Only an agent has a link for its human.')
    const made = await paced(parts, [{ pace: registration.freshLinks, subject: caller.id }], () =>
      newLink(parts, caller),
    )
    return {
      ...made,
      left_today: await leftOf(parts, registration.freshLinks, caller.id, now),
    }
  },
})
