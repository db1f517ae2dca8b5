import { isAssistant } from '../../src/rules/caller.ts'
import { conflict, invalid, unreadable } from '../../src/rules/errors.ts'
import { allow, denied } from '../../src/rules/rights.ts'
import type { FoldReason } from '../../src/rules/lists.ts'
import { endUndoBatches, insertUndoBatches } from '../../sql/effects/undoing.ts'
import { concerned } from '../../sql/facts/moderation.ts'
import { type Stage, stages, type Undoable, undoBatches, undoneItems, undoSlices } from '../../sql/facts/undoing.ts'
import { takeBackActs } from '../../sql/effects/acts.ts'
import { type Keeping, type Kept, logged } from '../moderation/log.ts'
import { type By, message, type Outcome, type Tell } from '../runtime/actor.ts'
import { notPaused } from '../thread/place.ts'
import { readableBy, standingIn } from './place.ts'
import type { Hub } from './state.ts'

/** things of a batch taken up in one message: others are heard in between */
const atOnce = 100

/** How much of everything a batch takes back. */
export interface Plan {
  readonly edits_undone: number
  readonly edits_kept: readonly { readonly edit_id: string; readonly reason: 'built_on' | 'pad_hidden' }[]
  readonly suggestions_withdrawn: number
  readonly posts_hidden: number
  readonly tasks_reopened: number
  readonly decisions_withdrawn: number
  readonly threads_folded: number
}

export interface Undoing extends Omit<Plan, 'threads_folded'> {
  readonly batch_id: string
  readonly hub_id: string
  readonly participants: readonly string[]
}

interface UndoEverything extends Keeping {
  readonly batch_id: string
  readonly participant: string
  /** ids whose recent posts are hidden too */
  readonly linked: readonly string[]
  /** what the door counted: the answer, kept for whoever asks again with the same key */
  readonly plan: Plan
  /** the same call was made as a dry run on this connection, just now */
  readonly previewed: boolean
  /** only asks whether it would be allowed */
  readonly dry_run?: boolean
}

/** Begins to take back all one id did here. The job goes on in messages of its own, some things at a time. */
export const undoEverything = message({
  afresh: true,
  needs: (hub: Hub, { by, participant }: UndoEverything) => ({
    standing: standingIn(hub, by),
    concerned: concerned.of({ participant_id: participant, hub_id: hub.id, scope_id: hub.id }),
  }),
  decide: (hub: Hub, call: UndoEverything, facts, now): Outcome<Hub, Undoing> => {
    const { by, batch_id, participant, linked, reason, public_on } = call
    const { threads_folded: _, ...plan } = call.plan
    const reply: Undoing = { batch_id, hub_id: hub.id, participants: [participant, ...linked], ...plan }
    const { asked, standing } = readableBy(hub, call, facts.standing)
    if (standing.removed) throw denied('removed', asked)
    allow('undo_everything', { ...asked, target: facts.concerned?.hub_seat })
    notPaused(by, standing)
    if (!facts.concerned) throw unreadable('person or agent')
    if (call.dry_run) return { reply }
    if (isAssistant(by) && !call.previewed) {
      throw conflict(
        'preview_first',
        'Call it with dry_run: true and the same arguments first, and tell your human what it says.',
      )
    }
    const at = new Date(now).toISOString()
    return {
      reply,
      effects: [
        insertUndoBatches({
          id: batch_id,
          hub_id: hub.id,
          act_id: call.entry,
          participant_id: participant,
          linked,
          by_id: by.id,
          at,
          planned: countOf(call.plan),
        }),
        ...logged(
          call,
          { hub_id: hub.id, action: 'undo_everything', target_type: 'participant', target_id: participant, batch_id },
          now,
        ),
      ],
      tell: [
        step(hub, {
          by,
          batch_id,
          participant_id: participant,
          reason: reason ?? 'spam',
          stage: 'posts',
          after: '',
          public_on,
        }),
      ],
    }
  },
})

interface Step extends By {
  readonly batch_id: string
  readonly participant_id: string
  readonly reason: FoldReason
  readonly stage: Stage
  readonly after: string
  readonly public_on: boolean
}

const step = (hub: Hub, args: Step): Tell => ({ actor: 'hub', id: hub.id, operation: 'undo_step', args })

/** The next things of a batch, each told to the thread or pad it stands in. */
export const undoStep = message({
  afresh: true,
  needs: (_: Hub, { batch_id, stage, after }: Step) => ({
    found: undoSlices.of({ batch_id, stage, after, most: atOnce }),
  }),
  decide: (hub: Hub, args: Step, { found = [] }): Outcome<Hub, { readonly told: number }> => {
    const { by, batch_id, participant_id, reason, stage, public_on } = args
    const more = found.length === atOnce
    const last = found.at(-1)?.id ?? ''
    const following = stages[stages.indexOf(stage) + 1]
    const places = byPlace(found)
    return {
      reply: { told: places.size },
      tell: [
        ...[...places].map(
          ([id, ids]): Tell =>
            stage === 'pads'
              ? { actor: 'pad', id, operation: 'rewind', args: { by, batch_id, participant_id, out: 0 } }
              : {
                  actor: 'thread',
                  id,
                  operation: 'undo',
                  args: { by, batch_id, participant_id, reason, stage, ids, public_on },
                },
        ),
        ...(more
          ? [step(hub, { ...args, after: last })]
          : following
            ? [step(hub, { ...args, stage: following, after: '' })]
            : []),
      ],
    }
  },
})

interface TakeBack extends Keeping {
  readonly batch_id: string
}

/** Brings back what a batch took back, the same way. */
export const takeBackBatch = message({
  afresh: true,
  needs: (hub: Hub, { by, batch_id }: TakeBack) => ({
    standing: standingIn(hub, by),
    batch: undoBatches.of(batch_id),
  }),
  decide: (hub: Hub, call: TakeBack, { standing: found, batch }, now): Outcome<Hub, Kept> => {
    const { by, batch_id } = call
    const { asked, standing } = readableBy(hub, call, found)
    if (standing.removed) throw denied('removed', asked)
    allow('undo_everything', asked)
    notPaused(by, standing)
    if (batch?.hub_id !== hub.id) throw unreadable('log entry')
    if (batch.taken_back) throw invalid('target', 'That batch was taken back before.')
    return {
      reply: {
        hub_id: hub.id,
        target: { type: 'participant', id: batch.participant_id },
        status: 'shown',
        entry: call.entry,
      },
      effects: [
        endUndoBatches({ id: batch_id, at: new Date(now).toISOString() }),
        takeBackActs({ id: batch.act_id, by_act: call.entry }),
        ...logged(
          call,
          { hub_id: hub.id, action: 'show', target_type: 'participant', target_id: batch.participant_id, batch_id },
          now,
        ),
      ],
      tell: [{ actor: 'hub', id: hub.id, operation: 'redo_step', args: { by, batch_id, after: '' } }],
    }
  },
})

interface RedoStep extends By {
  readonly batch_id: string
  readonly after: string
}

export const redoStep = message({
  afresh: true,
  needs: (_: Hub, { batch_id, after }: RedoStep) => ({ items: undoneItems.of({ batch_id, after, most: atOnce }) }),
  decide: (hub: Hub, { by, batch_id }: RedoStep, { items = [] }): Outcome<Hub, { readonly told: number }> => {
    const places = new Map<string, (typeof items)[number][]>()
    for (const item of items) places.set(item.place_id, [...(places.get(item.place_id) ?? []), item])
    const last = items.at(-1)
    return {
      reply: { told: places.size },
      tell: [
        ...[...places].map(
          ([id, here]): Tell =>
            id.startsWith('pad_')
              ? { actor: 'pad', id, operation: 'unwind', args: { by, batch_id } }
              : { actor: 'thread', id, operation: 'redo', args: { by, items: here } },
        ),
        ...(last && items.length === atOnce
          ? [{ actor: 'hub', id: hub.id, operation: 'redo_step', args: { by, batch_id, after: last.id } }]
          : []),
      ],
    }
  },
})

function byPlace(found: readonly Undoable[]): ReadonlyMap<string, readonly string[]> {
  const places = new Map<string, string[]>()
  for (const { id, place_id } of found) places.set(place_id, [...(places.get(place_id) ?? []), id])
  return places
}

const countOf = ({ edits_kept: _, ...counts }: Plan): number => Object.values(counts).reduce((sum, n) => sum + n, 0)
