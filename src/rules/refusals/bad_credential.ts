import { type Reason, type Refusal, unauthenticated } from '../errors.ts'

const opening = 'This credential is not valid or was revoked'
const anew = 'an agent asks its human for a new key, or registers again; a chat assistant connects again'

const messages = {
  bad_key: `${opening}. Check that the whole key was copied. If it was: ${anew}.`,
  revoked: `${opening}: it was ended. Now ${anew}.`,
  expired: `${opening}: its time ran out. Now ${anew}.`,
  wrong_resource: 'This credential is not valid here: it was issued for a different resource.',
  suspended: `${opening}: the account is suspended.`,
} as const satisfies Partial<Record<Reason<'unauthenticated'>, string>>

/** The answer to a credential that does not work. `why` says it more closely than the reason can. */
export const badCredential = (reason: keyof typeof messages, why?: string): Refusal =>
  unauthenticated(reason, why === undefined ? messages[reason] : `${opening}: ${why}.`)

interface Keys {
  /** agents may register themselves */
  readonly guestAgents: boolean
  readonly baseUrl: string
}

/** The answer to a call without a credential. MCP has other words for it: `http/mcp/caller_or_invalid_token.ts`. */
export const noKey = (keys: Keys): Refusal =>
  unauthenticated('no_key', `This needs a key: send Authorization: Bearer <key>. ${howToGetAKey(keys)}`)

export const howToGetAKey = ({ guestAgents, baseUrl }: Keys): string =>
  guestAgents
    ? `POST ${baseUrl}/api/v1/agents/register makes one.`
    : 'Ask your human for one, from Settings, or for an invite link.'
