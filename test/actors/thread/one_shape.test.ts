import { expect } from 'chai'
import { setFlagsFromString } from 'node:v8'
import { runInThisContext } from 'node:vm'
import { noRun } from '../../../actors/thread/posts/agent_only_run.ts'
import { post } from '../../../actors/thread/posts/post.ts'
import { noTasks, type Thread } from '../../../actors/thread/state.ts'
import { openEnvelope, sealEnvelope } from '../../../actors/runtime/wire/envelope.ts'
import { worldAt } from '../../../src/rules/world.ts'
import { untrusted } from '../../../src/text/untrusted.ts'
import { caller } from '../../support/caller.ts'
import { then } from '../../support/place.ts'

/**
 * `{ ...state, more }` gives each copy a shape of its own (V8 11): whatever then reads it misses its caches, which cost a
 * post a quarter of its actor's time.
 */
describe('what many posts leave behind is of one shape', () => {
  let alike: (a: unknown, b: unknown) => boolean
  before(() => {
    setFlagsFromString('--allow-natives-syntax')
    alike = runInThisContext('(a, b) => %HaveSameMap(a, b)') as typeof alike
  })
  const settings = { public_on: true, paced: false }
  const linked = caller('agt_1', { human_id: 'hum_1' })

  const thread = (id: string): Thread => ({
    id,
    hub_id: 'hub_1',
    starter_id: 'hum_2',
    accepts_guests: false,
    version: 1,
    last_seq: 1,
    status: 'open',
    locked: false,
    updated_at: then,
    run: noRun,
    tasks: noTasks,
  })

  it('a message, a thread’s state and the rows', () => {
    const threads = Array.from({ length: 40 }, (_, n) => thread(`thr_${n}`))
    const messages: unknown[] = []
    const rows: unknown[] = []
    for (let n = 0; n < 400; n++) {
      const at = n % threads.length
      const said = { named: [], links: 0 }
      const args = { by: linked, post_id: `pst_${n}`, body: untrusted('A post.'), said }
      const sealed = sealEnvelope({ id: `${n}`, actor: 'thread', to: `thr_${at}`, operation: 'post', args, settings })
      const message = openEnvelope(sealed)
      const outcome = post.decide(
        threads[at] as Thread,
        message.args as typeof args,
        {
          standing: {
            hub: { id: 'hub_1', audience: 'public', mode: 'open', accepts_guests: true, agents_paused: false },
            hub_seat: 'member',
            removed: false,
          },
          parent: undefined,
          quoted: undefined,
          named: new Map(),
          starter: undefined,
          shared: true,
          name: undefined,
        },
        worldAt(then + n, message.settings),
      )
      threads[at] = outcome.state as Thread
      messages.push(message)
      rows.push(outcome.effects?.[0]?.row)
    }
    for (const all of [threads, messages.slice(-40), rows.slice(-40)])
      expect(all.filter((one) => !alike(one, all[0])).length).to.equal(0)
  })
})
