import type { Sql } from '../../../sql/client.ts'
import { type GrantSecret, grantSecret } from '../../../sql/reads/oauth.ts'
import { type CredentialKind, credentialKind } from '../../rules/ids.ts'
import { hashOf } from '../secrets.ts'

export type { GrantSecret }

const kinds: ReadonlySet<CredentialKind | undefined> = new Set(['oauth_code', 'access_token', 'refresh_token'] as const)

/** A code or token that OAuth gave out, however it stands with it; `kind` where only one kind will do. */
export async function grantSecretOf(
  { sql }: { readonly sql: Sql },
  secret: string,
  kind?: CredentialKind,
): Promise<GrantSecret | undefined> {
  const shape = credentialKind(secret)
  if (!kinds.has(shape) || (kind !== undefined && shape !== kind)) return undefined
  return grantSecret(sql, hashOf(secret))
}
