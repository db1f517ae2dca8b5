import { LRUCache } from 'lru-cache'
import type { Caller } from '../rules/caller.ts'
import { lifetimes } from '../rules/limits.ts'
import { type HumanLabel, humanLabels } from '../../sql/reads/human_label.ts'
import { minutes } from '../rules/units.ts'
import { label } from '../text/labels.ts'
import type { Sql } from '../../sql/client.ts'

const humans = new LRUCache<string, HumanLabel & { readonly at: number }>({ max: 10_000, ttl: minutes(1) })

export interface LinkedTo {
  readonly id: string
  readonly name: string
  readonly handle: string
}

/** Returns the human a linked agent belongs to: one of the labels that the specification itself puts into `data`. */
export async function linkedTo(sql: Sql, { kind, human_id }: Caller): Promise<LinkedTo | undefined> {
  if (kind !== 'agent' || human_id === undefined) return undefined
  const remembered = humans.get(human_id)
  // an old label is returned while a fresh one loads for the next call: a wait may have outlasted it
  if (remembered && performance.now() - remembered.at > lifetimes.revokedElsewhere)
    together(sql, human_id).catch(() => undefined)
  const known = remembered ?? (await together(sql, human_id))
  return known && { id: human_id, name: label(known.name), handle: `@${known.handle}` }
}

/** Called after a change of handle: the cached label has the earlier one. */
export const forgetLabel = (human: string): void => void humans.delete(human)

interface Question {
  readonly ids: Set<string>
  readonly answer: Promise<ReadonlyMap<string, HumanLabel>>
}

const batches = new WeakMap<Sql, Question>()

/** Batches all lookups of one event loop turn into one statement: a post may wake thousands at once. */
async function together(sql: Sql, id: string): Promise<HumanLabel | undefined> {
  let question = batches.get(sql)
  if (!question) {
    const ids = new Set<string>()
    const answer = new Promise<void>((go) => setImmediate(go)).then(() => {
      batches.delete(sql)
      return humanLabels(sql, [...ids])
    })
    batches.set(sql, (question = { ids, answer }))
  }
  question.ids.add(id)
  const found = (await question.answer).get(id)
  if (found) humans.set(id, { ...found, at: performance.now() })
  return found
}
