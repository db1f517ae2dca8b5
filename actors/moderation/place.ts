import { type Caller, holderOf } from '../../src/rules/caller.ts'
import { locked } from '../../src/rules/errors.ts'
import { type Action, allow, type Asked, denied } from '../../src/rules/rights.ts'
import { type Standing, standing } from '../../sql/facts/seats.ts'
import { present } from '../../src/records/present.ts'
import type { By, Outcome } from '../runtime/actor.ts'

/** Where a seat is: a hub, or one thread or pad of it. */
export interface Scope {
  readonly type: 'hub' | 'thread' | 'pad'
  readonly id: string
  readonly hub_id: string
}

/** What a message to a place carries beside its own. */
export interface Asking extends By {
  /** SVC_PUBLIC_THREADS */
  readonly public_on: boolean
}

/** Whoever may read the place, and what their rights in it hang on. */
export interface Access {
  readonly asked: Asked
  readonly standing: Standing
}

/** What seats, invites and agents need to know of the actor they are in: each says it once. */
export interface Place<State> {
  readonly scope: (state: State) => Scope
  /** Throws what a missing place throws, where the caller cannot read this one. */
  readonly access: (state: State, call: Asking, standing: Standing | undefined) => Access
  /** what changes where so many seats come or go */
  readonly seated: (state: State, more: -1 | 0 | 1) => Pick<Outcome<State, never>, 'state' | 'wake'>
}

/** A caller's standing in a place, as a fact a message needs. */
export const standingAt = ({ type, id, hub_id }: Scope, by: Caller) =>
  standing.of({
    participant_id: holderOf(by),
    hub_id,
    ...present({ scope_id: type !== 'hub' ? id : undefined, human_id: by.human_id }),
  })

/** Throws where the hub's agents are paused and the caller is one of them. */
export function notPaused(by: Caller, { hub, spared }: Standing): void {
  if (hub.agents_paused && by.kind === 'agent' && !spared) {
    throw locked('agents_paused', "This hub's agents are paused. Reading goes on; try again when they are resumed.", {
      hub_id: hub.id,
    })
  }
}

/** Throws why the caller may not: who was removed, seat and rule, the pause of agents, in this order. */
export function mayKeep(action: Action, { asked, standing }: Access, more: Partial<Asked> = {}): void {
  if (standing.removed) throw denied('removed', asked)
  allow(action, { ...asked, ...more })
  notPaused(asked.by, standing)
}
