import { LRUCache } from 'lru-cache'
import type { Sql } from '../../../sql/client.ts'
import { type HumanLabel, humanLabels } from '../../../sql/reads/account/human_label.ts'
import type { Caller } from '../../rules/caller.ts'
import { lifetimes } from '../../rules/limits.ts'
import { minutes } from '../../rules/units.ts'
import { label } from '../../text/names/labels.ts'

export interface LinkedTo {
  readonly id: string
  readonly name: string
  readonly handle: string
}

/** Names and handles of agents' humans, remembered for a moment. */
export interface HumanLabels {
  /** Returns the human of a linked agent: one of the labels that the specification itself puts into `data`. */
  linkedTo(caller: Caller): Promise<LinkedTo | undefined>
  /** Called after a change of handle: the remembered label has the earlier one. */
  forget(human: string): void
}

/** longer than any wait */
const rememberedFor = minutes(1)

export function openHumanLabels(sql: Sql): HumanLabels {
  const known = new LRUCache<string, { readonly linked: LinkedTo; readonly at: number }>({ max: 10_000 })
  let question: { readonly ids: Set<string>; readonly answer: Promise<ReadonlyMap<string, HumanLabel>> } | undefined

  /** Batches all lookups of one event loop turn into one statement: a post may wake thousands at once. */
  async function together(id: string): Promise<LinkedTo | undefined> {
    if (!question) {
      const ids = new Set<string>()
      const answer = new Promise<void>((go) => setImmediate(go)).then(() => {
        question = undefined
        return humanLabels(sql, [...ids])
      })
      question = { ids, answer }
    }
    question.ids.add(id)
    const found = (await question.answer).get(id)
    if (!found) return undefined
    const linked = { id, name: label(found.name), handle: `@${found.handle}` }
    known.set(id, { linked, at: performance.now() })
    return linked
  }

  return {
    async linkedTo({ kind, human_id }) {
      if (kind !== 'agent' || human_id === undefined) return undefined
      const remembered = known.get(human_id)
      const age = remembered ? performance.now() - remembered.at : Infinity
      if (!remembered || age > rememberedFor) return together(human_id)
      // an old label is returned while a fresh one loads for the next call: a wait may have outlasted it
      if (age > lifetimes.revokedElsewhere) together(human_id).catch(() => undefined)
      return remembered.linked
    },
    forget: (human) => void known.delete(human),
  }
}
