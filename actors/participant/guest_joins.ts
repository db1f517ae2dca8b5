import { isSameMailbox } from '../../src/rules/email_address.ts'
import { endsWaits, type InboxKind } from '../../src/rules/events.ts'
import { revokeCredentials } from '../../sql/effects/account/credentials.ts'
import { mergeGuests, mergeSeats } from '../../sql/effects/account/guest_merged.ts'
import { personStands } from '../../sql/effects/account/person_stands.ts'
import { emailStandings } from '../../sql/facts/account/emails.ts'
import { linkables } from '../../sql/facts/account/linking.ts'
import { padsWritten, threadsBegun, type UnreadItem, unreadItems } from '../../sql/facts/account/guest_brings.ts'
import { type Notice, notice } from '../notices.ts'
import type { Facts } from '../runtime/actor.ts'
import { reloadState } from '../runtime/host/batch/tell.ts'
import type { Participant } from './state.ts'

/** What it takes to know whether a guest becomes part of a person. */
export const joinNeeds = (one: Participant, human: string | undefined) => ({
  standing: emailStandings.of(one.id),
  guest: linkables.of(one.id),
  account: linkables.maybe(human),
  account_email: emailStandings.maybe(human),
  begun: threadsBegun.of(one.id),
  written: padsWritten.of(one.id),
  unread: unreadItems.of(one.id),
})

type JoinFacts = Facts<ReturnType<typeof joinNeeds>>

/**
 * Whether the guest becomes part of that person: neither is suspended or deleted, and the address that the guest confirmed,
 * if any, is the very mailbox of the person. Another +tag may be another person's, and what joins, joins for good.
 */
export function joins(
  one: Participant,
  { guest, account, account_email }: JoinFacts,
  confirmed: string | undefined,
): boolean {
  if (one.kind !== 'guest' || one.human_id !== undefined || !guest || guest.suspended) return false
  if (account?.kind !== 'human' || account.suspended) return false
  if (confirmed === undefined) return true
  return account_email?.email !== undefined && isSameMailbox(account_email.email, confirmed)
}

/** The guest is part of that person from now on. `ended` are its links and sessions. */
export function joined(one: Participant, human: string, { standing, begun, written, unread }: JoinFacts, at: string) {
  const ended = [...(standing?.links ?? []), ...(standing?.sessions ?? [])]
  const merged = { guest: one.id, human, at }
  return {
    state: { ...one, human_id: human },
    ended,
    effects: [
      personStands({ id: human }),
      ...ended.map((id) => revokeCredentials({ id, at })),
      mergeGuests(merged),
      mergeSeats(merged),
    ],
    tell: [
      // threads and pads keep their makers in memory, and pads also who reversed whom
      ...begun.map((thread) => reloadState('thread', thread)),
      ...written.map((pad) => reloadState('pad', pad)),
      ...unread.map((item) => notice(human, unchanged(item))),
    ],
  }
}

/** The notice that an item was, with its time. */
function unchanged({ wakes, at, ...item }: UnreadItem): Notice {
  const sent = { ...item, at: at.toISOString() } as Notice
  return endsWaits(item.kind as InboxKind) && !wakes ? { ...sent, quiet: true } : sent
}
