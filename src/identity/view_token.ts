import type { ShortLived } from '../redis/short_lived.ts'
import type { Caller } from '../rules/caller.ts'
import { lifetimes } from '../rules/limits.ts'
import { hashOf, unguessable } from './secrets.ts'

/** Proof of a click in the embedded view; it pays for one write. */
interface ViewToken {
  /** shown once; only its hash is kept */
  readonly token: string
  /** epoch milliseconds */
  readonly expires_at: number
}

type Holder = Pick<Caller, 'credential_id'>

/** The credential is part of the key, so that a token cannot be spent under another credential. */
const recordId = ({ credential_id }: Holder, token: string): string => hashOf(`${credential_id} ${token}`)

export async function makeViewToken(shortLived: ShortLived, holder: Holder, now: number): Promise<ViewToken> {
  const token = unguessable()
  const { credential_id } = holder
  await shortLived.of('view_token').put(recordId(holder, token), { credential_id }, lifetimes.viewToken)
  return { token, expires_at: now + lifetimes.viewToken }
}

/** Spends it atomically: of two writes with the same token one gets false. */
export const spendViewToken = async (shortLived: ShortLived, holder: Holder, token: string): Promise<boolean> =>
  (await shortLived.of('view_token').take(recordId(holder, token))) !== undefined
