import type { TakenBack } from '../../src/records/hub/taken_back.ts'
import { isAssistant } from '../../src/rules/caller.ts'
import { conflict, unreadable } from '../../src/rules/errors.ts'
import { timers } from '../../src/rules/limits.ts'
import {
  advanceUndoBatches,
  endUndoBatches,
  insertUndoBatches,
  type UndoBatchRow,
  type ToldWith,
  type UndoPlace,
  type UndoStep,
} from '../../sql/effects/moderation/undo_batches.ts'
import { ownersOf } from '../../sql/facts/hub/takeovers.ts'
import { concerned } from '../../sql/facts/hub/seat_given_or_taken.ts'
import { goingBatches, undoSteps } from '../../sql/facts/moderation/undo_batches.ts'
import { present } from '../../src/records/present.ts'
import { type Moderating, logEffects } from '../moderation/log.ts'
import { message, type Outcome, type Tell } from '../runtime/actor.ts'
import { narrowedToKeys } from '../moderation/narrowed_to_keys.ts'
import { mayKeep } from '../seats/place.ts'
import { readableBy, standingIn } from './access.ts'
import type { Hub } from './state.ts'
import { iso } from '../../src/rules/units.ts'

interface Undoing extends TakenBack {
  readonly batch_id: string
  readonly hub_id: string
  readonly participants: readonly string[]
}

interface UndoEverything extends Moderating {
  readonly batch_id: string
  readonly participant: string
  /** ids whose recent posts are hidden too */
  readonly linked: readonly string[]
  /** only what was done in between, ISO 8601 */
  readonly since?: string | undefined
  readonly until?: string | undefined
  /** only what came by these connections */
  readonly keys?: readonly string[] | undefined
  /** counted by the door: the reply, also to a repeated call with the same key */
  readonly plan: TakenBack
  /** the places with work, as counted by the door, and the number of items in them */
  readonly steps: readonly UndoStep[]
  readonly planned: number
  /** when it was counted (epoch ms): later work is not touched */
  readonly counted_at: number
  /** true when the same call was just made as a dry run on this connection */
  readonly previewed: boolean
  /** only checks whether it would be allowed */
  readonly dry_run?: boolean
}

/** Starts taking back all that one participant did here. The work goes on in messages of its own, some items each. */
export const undoEverything = message({
  afresh: true,
  needs: (hub: Hub, { by, participant }: UndoEverything) => ({
    standing: standingIn(hub, by),
    concerned: concerned.of({ participant_id: participant, hub_id: hub.id, scope_id: hub.id }),
    owners: ownersOf.of(hub.id),
  }),
  decide: (hub, call, facts, { at, public_on }): Outcome<Hub, Undoing> => {
    const { by, batch_id, participant, linked, reason, since, until, keys, plan } = call
    const reply: Undoing = { batch_id, hub_id: hub.id, participants: [participant, ...linked], ...plan }
    const access = readableBy(hub, by, facts.standing, public_on)
    const ownersToo = facts.owners.some(({ id }) => linked.includes(id))
    const target = ownersToo ? 'owner' : facts.concerned?.hub_seat
    mayKeep('undo_everything', access, { target })
    if (!facts.concerned) throw unreadable('person or agent')
    if (call.dry_run) return { reply }
    if (isAssistant(by) && !call.previewed) {
      throw conflict(
        'preview_first',
        'Call it with dry_run: true and the same arguments first, and tell your human what it says.',
      )
    }
    const told_with = present({ by, reason: reason ?? ('spam' as const), since, until, keys })
    const whom = { hub_id: hub.id, type: 'participant', id: participant } as const
    return {
      reply,
      effects: [
        insertUndoBatches(batchOf(hub, call, told_with, at)),
        ...logEffects(call, whom, { action: 'undo_everything', batch_id }, at),
      ],
      tell: [step(hub, { ...told_with, batch_id, participant_id: participant, n: 0 })],
    }
  },
})

const batchOf = (
  hub: Hub,
  { by, entry, batch_id: id, participant: participant_id, linked, counted_at, planned, steps }: UndoEverything,
  told_with: ToldWith,
  step_at: string,
): UndoBatchRow => ({
  id,
  hub_id: hub.id,
  act_id: entry,
  participant_id,
  linked,
  by_id: by.id,
  at: iso(counted_at),
  planned,
  steps,
  step: 0,
  step_at,
  retold: false,
  told_with,
})

interface Step extends ToldWith {
  readonly batch_id: string
  readonly participant_id: string
  /** the step's number, from 0 */
  readonly n: number
  /** the step was told before and lost */
  readonly again?: boolean
  /** in a `then`: a host of the release before passes it on as it is */
  readonly public_on?: boolean
}

const step = (hub: Hub, args: Step): Tell => ({
  actor: 'hub',
  id: hub.id,
  operation: narrowedToKeys('undo_step', args.keys),
  args,
})

/**
 * Tells the next places of a batch what to take back. A place with much to do is told alone and tells the next step
 * itself, so that a batch never has more in flight than other messages can wait for.
 */
export const undoStep = message({
  afresh: true,
  needs: (_: Hub, { batch_id, n }: Step) => ({ step: undoSteps.of({ batch_id, n }) }),
  decide: (hub, args, { step: now_told }, { at, public_on }): Outcome<Hub, { readonly told: number }> => {
    const { by, batch_id, participant_id, reason, since, until, keys, n, again = false } = args
    if (!now_told) return { reply: { told: 0 }, effects: [endUndoBatches({ id: batch_id, ended_at: at })] }
    const { stage, places, alone } = now_told
    const following = step(hub, { ...args, public_on, n: n + 1, again: false })
    const undoAt = ({ id, tasks = [], first = 1, last = 0 }: UndoPlace, then?: Tell): Tell => {
      const work = present({ by, batch_id, participant_id, public_on, then })
      return stage === 'pads'
        ? { actor: 'pad', id, operation: narrowedToKeys('rewind', keys), args: { ...work, since, until, keys, out: 0 } }
        : {
            actor: 'thread',
            id,
            operation: narrowedToKeys('undo', keys),
            args: { ...work, reason, stage, tasks, after: first - 1, until: last, keys },
          }
    }
    // by keys each place tells the next: one that an older host refuses stops the batch, but only until it is told again
    const inTurn = alone || (keys !== undefined && !again)
    return {
      reply: { told: places.length },
      effects: [advanceUndoBatches({ id: batch_id, step: n, step_at: at, retold: again })],
      tell: inTurn
        ? [places.reduceRight<Tell>((then, place) => undoAt(place, then), following)]
        : [...places.map((place) => undoAt(place)), following],
    }
  },
})

interface Resume {
  readonly batch_id: string
  /** identifies the standstill: when it had lasted ten minutes (epoch ms) */
  readonly due: number
}

/**
 * Resumes a batch whose step was lost: repeats that step, whose finished parts are not done twice, and when it is lost
 * again goes on with the step after it, so that one place that cannot be told does not block all others.
 */
export const resumeUndo = message({
  afresh: true,
  needs: (_: Hub, { batch_id }: Resume) => ({ batch: goingBatches.of(batch_id) }),
  decide: (hub, { batch_id, due }, { batch }, { at }): Outcome<Hub, { readonly fired: boolean }> => {
    if (!batch || batch.step_at + timers.undoStuck !== due) return { reply: { fired: false } }
    const { told_with, participant_id, step: lost, retold } = batch
    const next = { n: retold ? lost + 1 : lost, again: !retold }
    return {
      reply: { fired: true },
      effects: [advanceUndoBatches({ id: batch_id, step: next.n, step_at: at, retold: next.again })],
      tell: [step(hub, { ...told_with, participant_id, batch_id, ...next })],
    }
  },
})
