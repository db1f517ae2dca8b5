import { expiryOf } from '../../../src/rules/credential_kinds.ts'
import type { Effect } from '../../../sql/effect.ts'
import { insertCredentials } from '../../../sql/effects/account/credentials.ts'

/** A key as a message carries it: the secret itself stays with the front-end, which shows it after the commit. */
export interface NewKey {
  /** crd_ */
  readonly id: string
  /** SHA-256 in hex */
  readonly hash: string
  readonly label?: string
}

interface Given {
  readonly kind?: 'agent_key' | 'link'
  /** absent: the agent itself */
  readonly made_by?: string
  readonly renewed_from?: string
}

/** Gives an agent its key, or a link for its human. */
export function keyFor(
  participant_id: string,
  key: NewKey,
  now: number,
  { kind = 'agent_key', made_by = participant_id, ...more }: Given = {},
): { readonly expires_at: string; readonly effect: Effect } {
  const expires_at = expiryOf(kind, now)
  const created_at = new Date(now).toISOString()
  const row = { ...key, kind, participant_id, scopes: [], made_by, ...more, created_at, expires_at }
  return { expires_at, effect: insertCredentials(row) }
}
