import type { Sql } from '../../../sql/client.ts'
import { type GrantSecret, grantSecret } from '../../../sql/reads/account/oauth.ts'
import { type CredentialKind, credentialKind, grantKinds } from '../../rules/credential_kinds.ts'
import { hashOf } from '../secrets.ts'

export type { GrantSecret }

/** Looks up a code or token that OAuth issued, in any state; `kind` restricts it to one kind. */
export async function grantSecretOf(
  { sql }: { readonly sql: Sql },
  secret: string,
  kind?: CredentialKind,
): Promise<GrantSecret | undefined> {
  const shape = credentialKind(secret)
  if (!shape || !grantKinds.includes(shape) || (kind && shape !== kind)) return undefined
  return grantSecret(sql, hashOf(secret))
}
