import type { Context } from 'koa'
import { participant } from '../../../actors/participant/index.ts'
import { type Guest, guestNamed, guestsOfMailbox } from '../../identity/signin/guests.ts'
import { afterwards } from '../../tools/call/afterwards.ts'
import { sessionCaller } from '../request/session_caller.ts'
import type { SignInParts } from './sign_in_parts.ts'

/** The guest as whom this browser takes part until now. */
export async function guestHere(ctx: Context, parts: SignInParts): Promise<Guest | undefined> {
  const caller = await sessionCaller(ctx, parts)
  return caller?.kind === 'guest' ? guestNamed(parts.sql, caller.id) : undefined
}

interface SignedInHere {
  readonly human_id: string
  readonly guest: Guest | undefined
}

/**
 * The guest of this browser, and guests that confirmed the same address, become part of the account: what they wrote
 * and the seats they have. Without that, whoever came in as a guest and signs in loses sight of a private hub.
 */
export async function guestsComeAlong(
  parts: Pick<SignInParts, 'ask' | 'credentials' | 'sql' | 'log'>,
  { human_id, guest }: SignedInHere,
): Promise<void> {
  const comes = async (id: string): Promise<void> => {
    const { reply } = await parts.ask(participant, id, 'join_account', { human: human_id })
    await parts.credentials.changed({ credentials: reply.ended, participants: [id, human_id] })
  }
  // a failure is the sign-in's: the browser still is the guest then, and may try again
  if (guest) await comes(guest.id)
  const others = await guestsOfMailbox(parts.sql, human_id)
  // what is left comes with the next sign-in
  await Promise.all(others.map((id) => afterwards(parts.log, comes(id))))
}
