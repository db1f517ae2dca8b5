import type { Sql } from '../../../sql/client.ts'
import { humanLabels } from '../../../sql/reads/account/human_label.ts'
import type { Caller } from '../../rules/caller.ts'
import { lifetimes } from '../../rules/limits.ts'
import { minutes } from '../../rules/units.ts'
import { label } from '../../text/names/labels.ts'
import { inOneTurn } from '../in_one_turn.ts'
import { remembered } from '../remembered.ts'

interface LinkedTo {
  readonly id: string
  readonly name: string
  readonly handle: string
}

/** Names and handles of agents' humans, remembered for a moment. */
export interface HumanLabels {
  /** Returns the human of a linked agent: one of the labels that the specification itself puts into `data`. */
  linkedTo(caller: Caller): Promise<LinkedTo | undefined>
  /** Called after a change of name or handle: the remembered label has the earlier one. */
  forget(human: string): void
}

/** longer than any wait */
const rememberedFor = minutes(1)
/** milliseconds in which labels are gathered whose fresh value nobody waits for */
const gathered = 250

export function openHumanLabels(sql: Sql): HumanLabels {
  const { known, read, forget } = remembered<LinkedTo>(10_000)
  const together = inOneTurn<string, ReadonlyMap<string, LinkedTo>>()

  async function labelsOf(ids: ReadonlySet<string>): Promise<ReadonlyMap<string, LinkedTo>> {
    const found = await humanLabels(sql, [...ids])
    return new Map([...found].map(([id, { name, handle }]) => [id, { id, name: label(name), handle: `@${handle}` }]))
  }
  const readAll = (ids: ReadonlySet<string>) => read(performance.now(), () => labelsOf(ids))
  const ask = async (id: string): Promise<LinkedTo | undefined> => (await together('labels', id, readAll)).get(id)

  let aged = new Set<string>()
  function refresh(id: string): void {
    if (aged.size === 0)
      setTimeout(() => {
        const ids = aged
        aged = new Set()
        readAll(ids).catch(() => undefined)
      }, gathered).unref()
    aged.add(id)
  }

  return {
    async linkedTo({ kind, human_id }) {
      if (kind !== 'agent' || human_id === undefined) return undefined
      const hit = known(human_id, performance.now())
      if (!hit || hit.age > rememberedFor) return ask(human_id)
      // an old label is returned while a fresh one loads for the next call: a wait may have outlasted it
      if (hit.age > lifetimes.revokedElsewhere) refresh(human_id)
      return hit.value
    },
    forget: (human) => forget([human]),
  }
}
