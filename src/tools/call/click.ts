import { spendViewToken } from '../../identity/view_token.ts'
import type { Caller } from '../../rules/caller.ts'
import { denied } from '../../rules/rights.ts'
import type { ToolParts } from '../parts.ts'

type Parts = Pick<ToolParts, 'shortLived'>

/**
 * The caller of a write with what its view token proves, which is spent by it: that a person clicked. A token that
 * proves nothing is as good as none. Where host approvals are off a click approves nothing.
 */
export async function withClick(parts: Parts, caller: Caller, token: string | undefined): Promise<Caller> {
  if (token === undefined || !isHosted(caller)) return caller
  return (await spendViewToken(parts.shortLived, caller, token)) ? afterClick(caller) : caller
}

/** The same for what only the view calls. Throws forbidden/view_token where nobody clicked. */
export async function clicked(parts: Parts, caller: Caller, token: string | undefined): Promise<Caller> {
  if (caller.connection !== 'oauth') return caller
  if (token === undefined || !isHosted(caller) || !(await spendViewToken(parts.shortLived, caller, token))) {
    throw denied('view_token', { by: caller })
  }
  return afterClick(caller)
}

/** Only a verified host is trusted to hand on what a person clicked, and nothing else. */
const isHosted = (caller: Caller): boolean => caller.connection === 'oauth' && caller.host !== undefined

const afterClick = (caller: Caller): Caller => ({ ...caller, clicked: true })
