import type { TakenBack } from '../../records/hub/taken_back.ts'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Sql } from '../../../sql/client.ts'
import type { Stage, UndoPlace, UndoStep } from '../../../sql/effects/moderation/undo_batches.ts'
import { liveEdits } from '../../../sql/facts/pad/live_edits.ts'
import { padWork, type Stretch } from '../../../sql/facts/moderation/work_to_undo.ts'
import { hubHead } from '../../../sql/reads/hub/hub_head.ts'
import { padStates } from '../../../sql/reads/pad/pad_states.ts'
import { connectionsOfKey, countUndoable, type PadCounts, type UndoCounts } from '../../../sql/reads/hub/undo_plans.ts'
import { linkedIds } from '../../../sql/reads/account/one_human.ts'
import { sizes } from '../../rules/limits.ts'
import { isKeeperSeat } from '../../rules/may_read/readable.ts'
import type { Reader } from '../../rules/caller.ts'
import { writtenLength } from '../../text/blocks.ts'
import { takeOut } from '../../text/merging/without_edit.ts'
import { grouped } from '../../records/grouped.ts'

export interface UndoPlan {
  /** what the caller is told */
  readonly counts: TakenBack
  /** number of all things the job takes back, folded threads among them */
  readonly planned: number
  readonly steps: readonly UndoStep[]
}

export { connectionsOfKey, linkedIds, type Stretch }

/** Whether the reader is owner or helper of a hub: only for them is the plan worth computing. */
export async function isKeeperOf(sql: Sql, reader: Reader, hub: string): Promise<boolean> {
  const head = await hubHead(sql, reader, hub)
  return isKeeperSeat(head?.seat)
}

/** most blocks of edits read at once, and most edits */
const blocksAtOnce = 3_000
const mostAtOnce = 20
/** milliseconds of work before other tasks of the event loop get a turn */
const turn = 5

/** Counts what undoing everything of a participant would take back now. Rewinds pads in memory, yielding in between. */
export async function planUndo(
  sql: Sql,
  wanted: { readonly hub_id: string; readonly participant_id: string; readonly linked: readonly string[] } & Stretch,
  now: number,
): Promise<UndoPlan> {
  const found = await countUndoable(sql, { ...wanted, at: new Date(now) })
  const kept: TakenBack['edits_kept'][number][] = []
  let edits_undone = 0
  for (const pad of found.pads) {
    if (pad.edits === 0) continue
    const key = {
      pad_id: pad.id,
      author_id: wanted.participant_id,
      since: wanted.since,
      until: wanted.until,
      keys: wanted.keys,
    }
    const { edits = [] } = (await padWork.load(sql, [key])).get(padWork.id(key)) ?? {}
    const whole = !pad.hidden && (await rewinds(sql, pad.id, edits))
    if (whole) edits_undone += edits.length
    else
      kept.push(
        ...edits.map((edit_id) => ({ edit_id, reason: pad.hidden ? ('pad_hidden' as const) : ('built_on' as const) })),
      )
  }
  return planOf(found, edits_undone, kept)
}

function planOf(found: UndoCounts, edits_undone: number, edits_kept: TakenBack['edits_kept']): UndoPlan {
  const counts = {
    edits_undone,
    edits_kept,
    suggestions_withdrawn: sum(found.pads, ({ suggestions }) => suggestions),
    posts_hidden: sum(found.posts, ({ posts }) => posts),
    tasks_reopened: found.tasks.length,
    decisions_withdrawn: sum(found.pads, ({ decisions }) => decisions),
  }
  const { edits_kept: _, ...numbers } = counts
  return {
    counts,
    planned: sum(Object.values(numbers), (n) => n) + found.threads.length,
    steps: stepsOf(found),
  }
}

/** An empty plan, for a call that only asks whether undoing would be allowed. */
export const noPlan = (): UndoPlan => planOf({ posts: [], threads: [], tasks: [], pads: [] }, 0, [])

const sum = <Row>(rows: readonly Row[], of: (row: Row) => number): number => rows.reduce((n, row) => n + of(row), 0)

/** Whether all of these edits, newest first, can be taken out of a pad cleanly and the rest fits its size limit. */
async function rewinds(sql: Sql, pad_id: string, edits: readonly string[]): Promise<boolean> {
  let blocks = (await padStates(sql, [pad_id])).get(pad_id)?.blocks ?? []
  const atOnce = Math.min(mostAtOnce, Math.max(1, Math.floor(blocksAtOnce / (blocks.length + 1))))
  for (let from = 0; from < edits.length; from += atOnce) {
    const slice = edits.slice(from, from + atOnce)
    const loaded = await liveEdits.load(sql, slice)
    let began = performance.now()
    for (const id of slice) {
      const edit = loaded.get(id)
      const next = edit && takeOut(blocks, edit)
      if (!next) return false
      blocks = next
      if (performance.now() - began < turn) continue
      await nextTurn()
      began = performance.now()
    }
  }
  return writtenLength(blocks.map(({ text }) => text)) <= sizes.pad
}

/** Largest cost of a step: a post costs one; a place costs a few more, since its state is read and written. */
const stepCosts = 100
const placeCosts = 5
/** posts of others in between are only looked at, so this many cost one */
const looksPerCost = 20

interface Place extends UndoPlace {
  readonly cost: number
}

/** Plans stage by stage: small places share a step, each larger one has its own. */
function stepsOf({ posts, threads, tasks, pads }: UndoCounts): readonly UndoStep[] {
  const byThread = grouped(tasks.map(({ id, thread_id }) => [thread_id, id]))
  return [
    ...together(
      'posts',
      posts.map(({ posts, ...place }) => ({
        ...place,
        cost: placeCosts + posts + (place.last - place.first) / looksPerCost,
      })),
    ),
    ...together(
      'threads',
      threads.map((id) => ({ id, cost: placeCosts })),
    ),
    ...together(
      'tasks',
      [...byThread].map(([id, ids]) => ({ id, cost: placeCosts + ids.length, tasks: ids })),
    ),
    ...pads.map(({ id }: PadCounts): UndoStep => ({ stage: 'pads', places: [{ id }], alone: true })),
  ]
}

function together(stage: Stage, places: readonly Place[]): UndoStep[] {
  const steps: { stage: Stage; places: UndoPlace[]; alone?: true }[] = []
  let room = 0
  for (const { cost, ...place } of places) {
    if (cost > stepCosts) {
      steps.push({ stage, places: [place], alone: true })
      room = 0
      continue
    }
    if (cost > room) {
      steps.push({ stage, places: [] })
      room = stepCosts
    }
    steps.at(-1)?.places.push(place)
    room -= cost
  }
  return steps
}
