import { setTimeout as pause } from 'node:timers/promises'
import { indexWaitingPosts, settleWordIndex } from '../../sql/upkeep/search_words.ts'
import type { Sql } from '../../sql/client.ts'

const atOnce = 200
/** Pauses three times as long as it worked, so that posts have priority. */
const restFactor = 3

/** Indexes waiting posts in small batches until none wait. Returns how many it indexed. */
export async function fillWordIndex(sql: Sql, signal?: AbortSignal): Promise<number> {
  let taken = 0
  while (!signal?.aborted) {
    const began = performance.now()
    const some = await indexWaitingPosts(sql, atOnce)
    taken += some
    if (some < atOnce) break
    await pause((performance.now() - began) * restFactor, undefined, { ref: false })
  }
  if (taken > 0) await settleWordIndex(sql)
  return taken
}
