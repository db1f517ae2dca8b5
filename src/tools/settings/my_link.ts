import { participant } from '../../../actors/participant/index.ts'
import { linkUrl } from '../../identity/links.ts'
import { mintSecret } from '../../identity/secrets.ts'
import { forbidden } from '../../rules/errors.ts'
import { mint } from '../../rules/ids.ts'
import { registration } from '../../rules/limits.ts'
import { leftOf } from '../left_of.ts'
import { spendPace } from '../pacing.ts'
import { operation } from './operation.ts'

/** For an agent that works in a browser: a fresh link for its human. */
export const myLink = operation({
  name: 'my-link',
  input: {},

  async run({ caller, now, parts }) {
    if (caller.kind !== 'agent') throw forbidden('not_yours', 'Only an agent has a link for its human.')
    const giveBack = await spendPace(parts, [{ pace: registration.freshLinks, subject: caller.id }])
    const { secret, hash } = mintSecret('link')
    const asked = { by: caller, key: { id: mint('credential', now), hash } }
    const { reply } = await parts.ask(participant, caller.id, 'add_link', asked).catch(async (error: unknown) => {
      await giveBack()
      throw error
    })
    return {
      link_url: linkUrl(parts.config, secret),
      expires_at: reply.expires_at,
      left_today: await leftOf(parts, registration.freshLinks, caller.id, now),
    }
  },
})
