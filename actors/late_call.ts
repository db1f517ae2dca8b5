import type { Caller } from '../src/rules/caller.ts'
import { badCredential } from '../src/rules/refusals/bad_credential.ts'
import { type CredentialState, credentialStates } from '../sql/reads/account/credentials.ts'

/** The credential of a call, for messages that need no seat: it may have ended while the call was on its way. */
export const credentialOf = (by: Caller | undefined) => credentialStates.maybe(by?.credential_id)

/**
 * Throws when the credential has ended: a call that arrives after its caller deleted their account would create things
 * without an owner. The credential is read before the batch commits: one that ends in the milliseconds between is not seen.
 */
export function refuseLateCall(known: CredentialState | undefined): void {
  if (known?.revoked) throw badCredential('revoked', 'it was just ended')
}
