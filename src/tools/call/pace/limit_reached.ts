import { type Caller, holderOf } from '../../../rules/caller.ts'
import type { Refusal } from '../../../rules/errors.ts'
import { md } from '../../../render/markdown/md.ts'
import type { Allowance } from '../../../rules/posting_allowance.ts'
import { type NewLink, newLink } from '../../new_agent_link.ts'
import type { Noticed } from '../in_every_answer.ts'
import type { ToolParts } from '../../tool_parts.ts'

/** The day's writes are used up: a result and no error, with the link that lifts the limit. Nothing was saved. */
export async function limitReached(parts: ToolParts, caller: Caller, { details }: Refusal): Promise<Noticed> {
  const way =
    caller.kind === 'guest'
      ? { sign_in_url: `${parts.config.baseUrl}/signin` }
      : { link_url: (await link(parts, caller)).link_url }
  const text =
    caller.kind === 'guest'
      ? md`Today's writes are used up and nothing was saved. Sign in to write without a daily limit.`
      : md`Today's writes are used up and nothing was saved. Hand link_url to your human: once linked there is no daily limit.`
  return { answer: { text, data: { limit_reached: true, ...way } }, allowance: details['allowance'] as Allowance }
}

/** A new link costs a write, so a caller that keeps trying gets the last one again. */
const link = (parts: ToolParts, caller: Caller): Promise<NewLink> =>
  parts.oftenRefused.handed(holderOf(caller), parts.clock.now(), () => newLink(parts, caller))
