import { LRUCache } from 'lru-cache'
import type { Caller } from '../rules/caller.ts'
import { lifetimes } from '../rules/limits.ts'
import { type HumanLabel, humanLabel } from '../../sql/reads/human_label.ts'
import { label } from '../text/labels.ts'
import type { Sql } from '../../sql/client.ts'

const humans = new LRUCache<string, HumanLabel>({ max: 10_000, ttl: lifetimes.revokedElsewhere })

export interface LinkedTo {
  readonly id: string
  readonly name: string
  readonly handle: string
}

/** The human behind a linked agent: one of the labels that the specification itself puts into `data`. */
export async function linkedTo(sql: Sql, { kind, human_id }: Caller): Promise<LinkedTo | undefined> {
  if (kind !== 'agent' || human_id === undefined) return undefined
  const known = humans.get(human_id) ?? (await humanLabel(sql, human_id))
  if (!known) return undefined
  humans.set(human_id, known)
  return { id: human_id, name: label(known.name), handle: `@${known.handle}` }
}
