import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Sql } from '../../sql/client.ts'
import { liveEdits } from '../../sql/facts/pads.ts'
import { padWork } from '../../sql/facts/undoing.ts'
import { hubHead } from '../../sql/reads/hubs.ts'
import { padStates } from '../../sql/reads/pad_states.ts'
import { countUndoable, linkedIds } from '../../sql/reads/undo_plans.ts'
import type { Reader } from '../rules/reader.ts'
import { rewind } from '../text/rewind.ts'

export interface UndoPlan {
  readonly edits_undone: number
  readonly edits_kept: readonly { readonly edit_id: string; readonly reason: 'built_on' | 'pad_hidden' }[]
  readonly suggestions_withdrawn: number
  readonly posts_hidden: number
  readonly tasks_reopened: number
  readonly decisions_withdrawn: number
  readonly threads_folded: number
}

export { linkedIds }

/** Whether a reader keeps a hub in order: only then is it worth counting. */
export async function keeps(sql: Sql, reader: Reader, hub: string): Promise<boolean> {
  const head = await hubHead(sql, reader, hub)
  return head?.seat === 'owner' || head?.seat === 'helper'
}

/** edits looked at between two turns of others */
const atOnce = 20

/** What undoing everything of somebody would come to now: pads are rewound in memory, a few edits at a time. */
export async function planUndo(
  sql: Sql,
  wanted: { readonly hub_id: string; readonly participant_id: string; readonly linked: readonly string[] },
  now: number,
): Promise<UndoPlan> {
  const { pads, ...counts } = await countUndoable(sql, { ...wanted, at: new Date(now) })
  const kept: UndoPlan['edits_kept'][number][] = []
  let edits_undone = 0
  for (const pad of pads) {
    const key = { pad_id: pad.id, author_id: wanted.participant_id }
    const { edits = [] } = (await padWork.load(sql, [key])).get(padWork.id(key)) ?? {}
    const whole = !pad.hidden && (await rewinds(sql, pad.id, edits))
    if (whole) edits_undone += edits.length
    else
      kept.push(
        ...edits.map((edit_id) => ({ edit_id, reason: pad.hidden ? ('pad_hidden' as const) : ('built_on' as const) })),
      )
  }
  return { ...counts, edits_undone, edits_kept: kept }
}

/** Whether all of these edits, newest first, come out of a pad cleanly. */
async function rewinds(sql: Sql, pad_id: string, edits: readonly string[]): Promise<boolean> {
  let blocks = (await padStates(sql, [pad_id])).get(pad_id)?.blocks ?? []
  for (let from = 0; from < edits.length; from += atOnce) {
    const slice = edits.slice(from, from + atOnce)
    const loaded = await liveEdits.load(sql, slice)
    for (const id of slice) {
      const edit = loaded.get(id)
      const next = edit && rewind(blocks, edit)
      if (!next) return false
      blocks = next
    }
    await nextTurn()
  }
  return true
}
