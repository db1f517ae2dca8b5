import { LRUCache } from 'lru-cache'
import type { Clock } from '../clock.ts'
import { lifetimes } from '../rules/limits.ts'
import type { Sql } from '../../sql/client.ts'
import { type CredentialCheck, credentialByHash, credentialById } from '../../sql/reads/account/credentials.ts'

/** Credentials or participants that changed and have to be dropped from the cache. */
export interface Changed {
  readonly credentials?: readonly string[]
  /** including their agents and sub-agents */
  readonly participants?: readonly string[]
}

/** How many credentials are kept in memory: those used last. */
export const mostKnown = 20_000

interface Known {
  readonly row: CredentialCheck
  /** service clock, epoch milliseconds */
  readonly at: number
  /** the subscription during which it was read */
  readonly heard: Hearing | undefined
}

/** An uninterrupted subscription to changes. Another one begins when the connection was lost. */
type Hearing = object

interface Parts {
  readonly clock: Clock
  readonly sql: Sql
}

/** Credentials as they were read, for as long as nothing of theirs changed. */
export function openKnown({ clock, sql }: Parts) {
  /** hashes by the ids whose changes concern them: changes come often, and looking through all that is known takes long */
  const concerned = openConcerned()
  const known = new LRUCache<string, Known>({ max: mostKnown, dispose: ({ row }, hash) => concerned.leave(row, hash) })
  /** hashes by credential id */
  const hashes = new LRUCache<string, string>({ max: mostKnown })
  let loading = new Map<string, Promise<CredentialCheck | undefined>>()
  /** incremented with every change: a row that was read across a change may be stale and is not cached */
  let generation = 0
  let hearing: Hearing | undefined

  async function find(hash: string): Promise<CredentialCheck | undefined> {
    const now = clock.now()
    const hit = known.get(hash)
    if (hit && now - hit.at < lifetimes.revokedElsewhere) return hit.row
    const running = loading.get(hash)
    if (running) return running
    const born = { generation, hearing }
    const reading = credentialByHash(sql, hash, now)
    loading.set(hash, reading)
    try {
      const row = await reading
      if (row) hashes.set(row.credential_id, hash)
      // unknown keys are not cached: guesses would evict valid ones
      if (row && born.generation === generation) {
        // what is known of it leaves its own ids
        known.delete(hash)
        known.set(hash, { row, at: now, heard: born.hearing })
        concerned.enter(row, hash)
      }
      return row
    } finally {
      if (loading.get(hash) === reading) loading.delete(hash)
    }
  }

  /** From memory at any age, as long as every change since would have been received. */
  async function findAgain(credential_id: string): Promise<CredentialCheck | undefined> {
    const hash = hashes.get(credential_id)
    if (hash === undefined) return credentialById(sql, credential_id, clock.now())
    const hit = known.get(hash)
    return hit?.heard !== undefined && hit.heard === hearing ? hit.row : find(hash)
  }

  /** Returns the credentials that the change concerns, as far as they are known. */
  function forget({ credentials = [], participants = [] }: Changed): ReadonlySet<string> {
    generation += 1
    loading = new Map()
    const forgotten = new Set(credentials)
    for (const id of [...credentials, ...participants])
      for (const hash of concerned.of(id)) {
        const row = known.peek(hash)?.row
        if (row) forgotten.add(row.credential_id)
        known.delete(hash)
      }
    return forgotten
  }

  return { find, findAgain, forget, hearing: (now: boolean) => void (hearing = now ? {} : undefined) }
}

function openConcerned() {
  const hashes = new Map<string, Set<string>>()
  const idsOf = (row: CredentialCheck): ReadonlySet<string> => {
    const ids = [row.credential_id, row.id, row.human_id, row.parent_id, row.counts_as]
    return new Set(ids.filter((id) => id !== null))
  }
  return {
    of: (id: string): readonly string[] => [...(hashes.get(id) ?? [])],
    enter(row: CredentialCheck, hash: string): void {
      for (const id of idsOf(row)) {
        const those = hashes.get(id)
        if (those) those.add(hash)
        else hashes.set(id, new Set([hash]))
      }
    },
    leave(row: CredentialCheck, hash: string): void {
      for (const id of idsOf(row)) {
        const those = hashes.get(id)
        those?.delete(hash)
        if (those?.size === 0) hashes.delete(id)
      }
    },
  }
}
