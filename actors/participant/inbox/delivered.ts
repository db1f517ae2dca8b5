import { presentAs } from '../../../src/records/present.ts'
import type { Notice } from '../../notices.ts'
import type { Outcome } from '../../runtime/actor.ts'
import type { Participant } from '../state.ts'
import { deliver } from './inbox.ts'

/** Adds an item to the participant's inbox and wakes its waits, unless the item is part of a flood. */
export function delivered(
  participant: Participant,
  item: Notice,
  fetchedUpTo: number,
  now: number,
): Omit<Outcome<Participant, unknown>, 'reply'> & { readonly seq: number } {
  const { inbox, seq, shows, effects } = deliver(participant.inbox, participant.id, item, fetchedUpTo, now)
  const wake = shows ? { version: seq, last_seq: seq } : undefined
  return presentAs({ state: { ...participant, inbox }, seq, effects, wake })
}
