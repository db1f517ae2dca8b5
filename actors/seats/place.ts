import { type Caller, holderOf } from '../../src/rules/caller.ts'
import { type Action, allow, type Asked, denied } from '../../src/rules/rights.ts'
import { type Standing, standing } from '../../sql/facts/hub/standing.ts'
import { present } from '../../src/records/present.ts'
import type { Outcome } from '../runtime/actor.ts'
import { checkNotPaused } from '../moderation/agents_paused.ts'
import type { PlaceKind } from '../../src/rules/closed_lists.ts'

/** Where a seat is: a hub, or one of its threads or pads. */
export interface Scope {
  readonly type: PlaceKind
  readonly id: string
  readonly hub_id: string
}

/** The place itself, as notices name it. */
export const placeOf = ({ type, id }: Scope) =>
  type === 'hub' ? { hub_id: id } : type === 'thread' ? { thread_id: id } : { pad_id: id }

/** A caller who may read the place, and what their rights in it depend on. */
export interface Access {
  readonly asked: Asked
  readonly standing: Standing
}

/** What seats, invites and agents need to know of the actor that they belong to; each such actor defines one. */
export interface Place<State> {
  readonly scope: (state: State) => Scope
  /** Throws what a missing place throws when the caller cannot read this one. */
  readonly access: (state: State, by: Caller, standing: Standing | undefined, publicOn: boolean) => Access
  /** what changes when the number of seats changes by `more`, by the seat of `who` */
  readonly seated: (
    state: State,
    seat: { readonly more: -1 | 0 | 1; readonly who: string },
    now: number,
  ) => Pick<Outcome<State, never>, 'state' | 'wake'>
}

/** The fact about a caller's standing in a place. */
export const standingAt = ({ type, id, hub_id }: Scope, by: Caller) =>
  standing.of({
    participant_id: holderOf(by),
    hub_id,
    ...present({ scope_id: type !== 'hub' ? id : undefined, human_id: by.human_id }),
  })

/** Throws why the caller may not, in this order: removal, seat and rule, the pause of agents. */
export function mayKeep(action: Action, { asked, standing }: Access, more: Partial<Asked> = {}): void {
  if (standing.removed) throw denied('removed', asked)
  allow(action, { ...asked, ...more })
  checkNotPaused(asked.by, standing)
}
