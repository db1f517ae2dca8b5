import { expiryOf } from '../../../src/rules/credential_kinds.ts'
import type { World } from '../../../src/rules/world.ts'
import type { Effect } from '../../../sql/effect.ts'
import { type CredentialRow, insertCredentials } from '../../../sql/effects/account/credentials.ts'

/** A key as a message carries it: the secret itself stays with the front-end, which shows it after the commit. */
export interface NewKey {
  /** crd_ */
  readonly id: string
  /** SHA-256 in hex */
  readonly hash: string
  readonly label?: string
}

type Given = Partial<Omit<CredentialRow, keyof NewKey | 'participant_id' | 'created_at'>>

/** Gives a participant a credential: an agent's own key where no kind is named. */
export function keyFor(
  participant_id: string,
  key: NewKey,
  { now, at: created_at }: Pick<World, 'now' | 'at'>,
  { kind = 'agent_key', ...more }: Given = {},
): { readonly expires_at: string; readonly effect: Effect } {
  const usual = { scopes: [], made_by: participant_id, expires_at: expiryOf(kind, now) }
  const row = { ...key, ...usual, ...more, kind, participant_id, created_at }
  return { expires_at: row.expires_at, effect: insertCredentials(row) }
}
