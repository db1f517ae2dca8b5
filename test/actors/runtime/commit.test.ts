import { expect } from 'chai'
import { statements } from '../../../actors/runtime/host/batch/commit.ts'
import { nothingDecided } from '../../../actors/runtime/host/batch/decide.ts'
import { newShard } from '../../../actors/runtime/host/shards/shard.ts'
import type { Sql } from '../../../sql/client.ts'
import { insertPosts } from '../../../sql/effects/thread/posts.ts'
import { advanceThreads } from '../../../sql/effects/thread/threads.ts'
import { untrusted } from '../../../src/text/untrusted.ts'
import { then } from '../../support/place.ts'
import { freshDatabase } from '../../support/stores.ts'

const at = new Date(then).toISOString()
const shard = newShard({ id: 3, epoch: 1, offs: '0-0', commits: 0, clean: true, probe: null, probe_n: 0 })

/** One commit of a post, with so many of its kinds of row. */
function commitOf(sql: Sql, kinds: number) {
  const decided = nothingDecided()
  const post = { id: 'msg_1', thread_id: 'thr_1', seq: 2, author_id: 'agt_1', body: untrusted('Salt.'), links: 0 }
  const moved = { id: 'thr_1', version: 2, last_seq: 2, status: 'open', updated_at: at }
  decided.attempts.push({ id: 'a', shard: 3, actor: 'thread:thr_1', result: '{}' })
  if (kinds > 1) decided.effects.set(insertPosts, [{ ...post, created_at: at }])
  if (kinds > 2) decided.effects.set(advanceThreads, [moved])
  const batch = { items: [], unreadable: [], offsets: new Map([[shard, '1-0']]), taken: 1, exclusive: false }
  return statements(sql, batch, decided, then)
}

describe('the statement of a commit', () => {
  it('brings no text that an earlier one of its shape has not brought: the driver keeps each for ever', async () => {
    const { sql } = await freshDatabase()
    const brought = new Set<unknown>()
    const noting = new Proxy(sql, {
      apply(target, self, args: unknown[]) {
        brought.add(args[0])
        return Reflect.apply(target as never, self, args) as unknown
      },
    })
    for (const kinds of [1, 2, 3]) {
      expect(commitOf(noting, kinds)).to.have.lengthOf(1)
      const before = brought.size
      void commitOf(noting, kinds)
      expect(brought.size, `a second commit of ${kinds} kinds of row`).to.equal(before)
    }
    // the fence, three kinds of row, and what stands around one, two and three of them
    expect(brought.size).to.equal(7)
  })
})
