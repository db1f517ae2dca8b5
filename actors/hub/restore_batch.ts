import { unreadable } from '../../src/rules/errors.ts'
import { takeBackActs } from '../../sql/effects/moderation/moderation_log.ts'
import { takeBackUndoBatches } from '../../sql/effects/moderation/undo_batches.ts'
import { type Undone, undoneItems } from '../../sql/facts/moderation/restore_batch.ts'
import { undoBatches } from '../../sql/facts/moderation/undo_batches.ts'
import { grouped } from '../../src/records/grouped.ts'
import { presentAs } from '../../src/records/present.ts'
import { type Moderating, type ModerationReply, actOn } from '../moderation/log.ts'
import { type By, message, type Outcome, type Tell } from '../runtime/actor.ts'
import { mayKeep } from '../seats/place.ts'
import { readableBy, standingIn } from './access.ts'
import type { Hub } from './state.ts'

/** items brought back per step: other messages run in between */
const atOnce = 100

interface TakeBack extends Moderating {
  readonly batch_id: string
}

/** Takes an undo batch back: everything it undid is brought back, in steps like its own. */
export const takeBackBatch = message({
  afresh: true,
  needs: (hub: Hub, { by, batch_id }: TakeBack) => ({
    standing: standingIn(hub, by),
    batch: undoBatches.of(batch_id),
  }),
  decide: (hub, call, { standing, batch }, { at, public_on }): Outcome<Hub, ModerationReply> => {
    const { by, batch_id } = call
    mayKeep('undo_everything', readableBy(hub, by, standing, public_on))
    if (batch?.hub_id !== hub.id) throw unreadable('log entry')
    const target = { hub_id: hub.id, type: 'participant', id: batch.participant_id } as const
    const act = actOn(call, target, at)
    if (batch.taken_back) return act.already('shown')
    const { reply, effects } = act.done('shown', { action: 'show', batch_id })
    return {
      reply,
      effects: [
        takeBackUndoBatches({ id: batch_id, taken_back_at: at }),
        takeBackActs({ id: batch.act_id, taken_back_by: call.entry }),
        ...effects,
      ],
      tell: [redo(hub, { by, batch_id, after: atStart, round: 1 })],
    }
  },
})

interface RedoStep extends By {
  readonly batch_id: string
  /** the last place and item told */
  readonly after: readonly [place_id: string, id: string]
  /** a later round finds what was in flight while the batch was taken back */
  readonly round: number
  /** in a `then`: a host of the release before passes it on as it is */
  readonly public_on?: boolean
}

const rounds = 3
const atStart = ['', ''] as const
/** sorts after every item of a place */
const wholePlace = 'zzzz'

const redo = (hub: Hub, args: RedoStep): Tell => ({ actor: 'hub', id: hub.id, operation: 'redo_step', args })

/** Brings back the next items of a batch that was taken back: a pad alone, threads several items at a time. */
export const redoStep = message({
  afresh: true,
  needs: (_: Hub, { batch_id, after }: RedoStep) => ({ items: undoneItems.of({ batch_id, after, most: atOnce }) }),
  decide: (hub, args, { items }, { public_on }): Outcome<Hub, { readonly told: number }> => {
    const { by, batch_id, after, round } = args
    const [first] = items
    if (!first) {
      const again = after[0] !== '' && round < rounds
      return presentAs({
        reply: { told: 0 },
        tell: again ? [redo(hub, { ...args, after: atStart, round: round + 1 })] : undefined,
      })
    }
    if (isPad(first)) {
      const then = redo(hub, { ...args, public_on, after: [first.place_id, wholePlace] })
      return {
        reply: { told: 1 },
        tell: [{ actor: 'pad', id: first.place_id, operation: 'unwind', args: { by, batch_id, then } }],
      }
    }
    const untilPad = items.findIndex(isPad)
    const here = untilPad < 0 ? items : items.slice(0, untilPad)
    const last = here.at(-1) as Undone
    const threads = grouped(here.map((item) => [item.place_id, item]))
    return {
      reply: { told: threads.size },
      tell: [
        ...[...threads].map(
          ([id, items]): Tell => ({ actor: 'thread', id, operation: 'redo', args: { by, batch_id, items } }),
        ),
        redo(hub, { ...args, after: [last.place_id, last.id] }),
      ],
    }
  },
})

const isPad = ({ place_id }: Undone): boolean => place_id.startsWith('pad_')
