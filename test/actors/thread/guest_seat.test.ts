import { expect } from 'chai'
import type { Outcome } from '../../../actors/runtime/actor.ts'
import { place } from '../../../actors/thread/access.ts'
import { thread } from '../../../actors/thread/index.ts'
import { noRun } from '../../../actors/thread/posts/agent_only_run.ts'
import { noTasks, type Thread } from '../../../actors/thread/state.ts'
import type { Caller } from '../../../src/rules/caller.ts'
import { registration } from '../../../src/rules/limits.ts'
import { postFactsOf } from '../../../src/text/unwanted/post_facts.ts'
import { untrusted } from '../../../src/text/untrusted.ts'
import { decidedAs } from '../../support/refusal.ts'
import { at } from '../../support/world.ts'

describe('the seats of guests in a thread, of several messages of one batch', () => {
  const who = (id: string) => ({ id, kind: 'guest', handle: id, scopes: ['svc:write'] }) as unknown as Caller
  const [ann, bob] = [who('ppl_ann'), who('ppl_bob')]
  const talk = {
    id: 'thr_talk',
    hub_id: 'hub_one',
    starter_id: 'hum_ada',
    accepts_guests: true,
    version: 1,
    last_seq: 1,
    status: 'open',
    locked: false,
    run: noRun,
    tasks: noTasks,
    updated_at: 0,
  } as Thread
  const hub = { id: 'hub_one', audience: 'public', mode: 'open', accepts_guests: true, agents_paused: false } as const
  const body = untrusted('Hello.')
  let posts = 0
  /** as the batch of that time loaded it: `given` seats, none of them the caller's */
  const post = (state: Thread, by: Caller, given: number, now: number): Outcome<Thread, unknown> =>
    thread.on.post.decide(
      state,
      { by, post_id: `msg_${++posts}`, body, said: postFactsOf(body) },
      {
        standing: { hub, removed: false, given },
        parent: undefined,
        quoted: undefined,
        named: new Map(),
        starter: undefined,
        shared: undefined,
        name: undefined,
      },
      at(now),
    )
  const seats = ({ effects = [] }: Outcome<Thread, unknown>) =>
    effects.filter(({ kind }) => kind.name === 'seat.insert').map(({ row }) => (row as any).participant_id)
  const last = registration.membersPerPlace - 1

  it('gives one seat to who posts twice', () => {
    const first = post(talk, ann, last, 2_000)
    expect(seats(first)).to.deep.equal([ann.id])
    expect(seats(post(first.state!, ann, last, 2_000))).to.deep.equal([])
  })

  it('gives no seat beyond the last, and counts what was given before by its rows', () => {
    const { state } = post(talk, ann, last, 2_000)
    expect(decidedAs(() => post(state!, bob, last, 2_000))).to.equal('rate_limited/members_full')
    expect(decidedAs(() => post(state!, bob, last + 1, 3_000))).to.equal('rate_limited/members_full')
    expect(seats(post(state!, bob, last, 3_000)), 'ann went since').to.deep.equal([bob.id])
  })

  it('knows who left in the same millisecond as gone', () => {
    const { state } = post(talk, ann, last, 2_000)
    const { state: left } = place.seated(state!, { more: -1, who: ann.id }, 2_000)
    expect(seats(post(left!, ann, last, 2_000))).to.deep.equal([ann.id])
    expect(seats(post(left!, bob, last, 2_000))).to.deep.equal([bob.id])
  })
})
