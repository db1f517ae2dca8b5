import type { Sql } from '../../../sql/client.ts'
import { type GrantSecret, grantSecret } from '../../../sql/reads/oauth.ts'
import { type CredentialKind, credentialKind } from '../../rules/credential_kinds.ts'
import { hashOf } from '../secrets.ts'

export type { GrantSecret }

const kinds: ReadonlySet<CredentialKind | undefined> = new Set(['oauth_code', 'access_token', 'refresh_token'] as const)

/** Looks up a code or token that OAuth issued, in any state; `kind` restricts it to one kind. */
export async function grantSecretOf(
  { sql }: { readonly sql: Sql },
  secret: string,
  kind?: CredentialKind,
): Promise<GrantSecret | undefined> {
  const shape = credentialKind(secret)
  if (!kinds.has(shape) || (kind !== undefined && shape !== kind)) return undefined
  return grantSecret(sql, hashOf(secret))
}
