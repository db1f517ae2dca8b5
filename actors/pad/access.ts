import { type Caller, readerFor } from '../../src/rules/caller.ts'
import { unreadable } from '../../src/rules/errors.ts'
import { isHubGuest, isKeeper, readsPart, seatIn } from '../../src/rules/may_read/readable.ts'
import { isSealed } from '../../src/rules/pad_acts.ts'
import { type Action, allow, type Asked, denied } from '../../src/rules/rights.ts'
import type { Standing } from '../../sql/facts/hub/standing.ts'
import { type Access, type Place, type Scope, standingAt } from '../seats/place.ts'
import { checkNotPaused } from '../moderation/agents_paused.ts'
import type { Pad } from './state.ts'

const scopeOf = ({ id, hub_id }: Pick<Pad, 'id' | 'hub_id'>): Scope => ({ type: 'pad', id, hub_id })

/** The fact about a caller's standing in a pad. */
export const standingIn = (pad: Pick<Pad, 'id' | 'hub_id'>, by: Caller) => standingAt(scopeOf(pad), by)

/** Returns what the caller's rights depend on. Throws what a missing pad throws if the caller cannot read this one. */
export function readableBy(pad: Pad, by: Caller, standing: Standing | undefined, publicOn: boolean): Access {
  const place = { id: pad.id, audience: standing?.hub.audience ?? 'private', hidden: pad.fold?.level === 'hide' }
  if (!standing || !readsPart(place, standing, readerFor(by, publicOn))) throw unreadable('pad')
  const maker = pad.created_by === by.id
  return {
    standing,
    asked: { by, seat: seatIn(standing), mode: standing.hub.mode, maker, hub_guest: isHubGuest(standing) },
  }
}

/** Throws why the caller may not, in this order: removal, seat and rule, the pad's lock, the pause of agents. */
export function mayAct(action: Action, pad: Pad, { asked, standing }: Access, more: Partial<Asked> = {}): void {
  if (standing.removed) throw denied('removed', asked)
  const sealed = isSealed(action, { keeper: isKeeper(standing), locked: pad.locked !== undefined })
  allow(action, { ...asked, ...more, sealed })
  if (sealed) throw denied('pad_locked', { ...asked, sealed })
  checkNotPaused(asked.by, standing)
}

/** The pad as a place with seats of its own. */
export const place: Place<Pad> = { scope: scopeOf, access: readableBy, seated: () => ({}) }
