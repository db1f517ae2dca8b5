import { LRUCache } from 'lru-cache'
import type { Log } from '../log.ts'
import { seconds } from '../rules/units.ts'
import { noteUse } from '../../sql/outside_actors/records/credential_use.ts'
import type { Sql } from '../../sql/client.ts'
import { mostKnown } from './known_credentials.ts'

/** Least time between two writes of the last use of one credential. */
const useNotedEvery = seconds(60)
const flushEvery = seconds(5)

/** Collects uses and writes them later: no call waits for it, and a crash loses a few seconds of them. */
export function noteUses(sql: Sql, log: Log) {
  const written = new LRUCache<string, number>({ max: mostKnown })
  let waiting = new Map<string, number>()

  async function flush(): Promise<void> {
    if (waiting.size === 0) return
    const batch = waiting
    waiting = new Map()
    await noteUse(sql, [...batch]).catch((error: unknown) =>
      log.debug({ err: error }, 'the last use of keys was not noted'),
    )
  }
  const timer = setInterval(() => void flush(), flushEvery).unref()

  return {
    note(credentialId: string, now: number): void {
      if (now - (written.get(credentialId) ?? 0) < useNotedEvery) return
      written.set(credentialId, now)
      waiting.set(credentialId, now)
    },
    flush,
    async close(): Promise<void> {
      clearInterval(timer)
      await flush()
    },
  }
}
