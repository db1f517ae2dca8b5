import { spendViewToken } from '../../identity/view_token.ts'
import type { Caller } from '../../rules/caller.ts'
import { denied } from '../../rules/rights.ts'
import type { ToolParts } from '../tool_parts.ts'

type Parts = Pick<ToolParts, 'shortLived'>
type ViewParts = Pick<ToolParts, 'shortLived' | 'config'>

/**
 * Returns the caller of a write as `clicked` when the view token, which is spent, proves that a person clicked. An
 * invalid token counts as none, and a click approves nothing where host approvals are off (isAssistant, rules/caller.ts).
 */
export async function withClick(parts: Parts, caller: Caller, token: string | undefined): Promise<Caller> {
  if (token === undefined || !isHosted(caller)) return caller
  return (await spendViewToken(parts.shortLived, caller, token)) ? afterClick(caller) : caller
}

/**
 * The same for calls that only the view makes: throws forbidden/view_token without a valid token. An unverified host gets
 * no tokens. Its refusal leads to Home, since it is not known yet whether the caller may see the thing.
 */
export async function clicked(parts: ViewParts, caller: Caller, token: string | undefined): Promise<Caller> {
  if (caller.connection !== 'oauth') return caller
  if (token === undefined || !isHosted(caller) || !(await spendViewToken(parts.shortLived, caller, token))) {
    const refusal = denied('view_token', { by: caller })
    const act_url = `${parts.config.baseUrl}/`
    throw isHosted(caller) ? refusal : refusal.with({ details: { act_url }, cause: undefined })
  }
  return afterClick(caller)
}

/** Only a verified host is trusted to pass on a person's clicks and no others. */
const isHosted = (caller: Caller): boolean => caller.connection === 'oauth' && caller.host !== undefined

const afterClick = (caller: Caller): Caller => ({ ...caller, clicked: true })
