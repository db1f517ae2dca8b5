import { participant } from '../../../../actors/participant/index.ts'
import { linkCodeHash, linkLine, mintLinkCode } from '../../../identity/linking/link_codes.ts'
import { mint } from '../../../rules/ids.ts'
import { registration } from '../../../rules/limits.ts'
import { paced } from '../../call/pace/pace_outside_tools.ts'
import { operation } from '../operation.ts'
import { leftOf } from '../../call/pace/window_left.ts'

/** Makes a line for the human's own agent, which is linked when it repeats the line within the hour. */
export const linkCode = operation({
  name: 'link-code',
  personOnly: true,
  input: {},

  async run({ caller, now, parts }) {
    const code = mintLinkCode()
    const made = { id: mint('credential', now), hash: linkCodeHash(caller.id, code) }
    const { reply } = await paced(parts, [{ pace: registration.linkCodesMade, subject: caller.id }], () =>
      parts.ask(participant, caller.id, 'make_link_code', { by: caller, code: made }),
    )
    return {
      line: linkLine(caller.handle, code),
      code,
      expires_at: reply.expires_at,
      left_this_hour: await leftOf(parts, registration.linkCodesMade, caller.id, now),
    }
  },
})
