import { expect } from 'chai'
import fc from 'fast-check'
import { type Agent, register, signIn } from '../support/cast.ts'
import { withServer } from '../support/here.ts'
import { makesHub, makesPad, startsThread } from '../support/made.ts'
import { type ActName, actNames, acts } from './acts/acts.ts'
import { type Model, reads, sectionStatus, type Someone, statusOf, type Talk, wordsOf } from './acts/model.ts'

/**
 * So many acts in so many hubs, those among them that can be tried as things stand; ACTS=200 ACTS_RUNS=50 ACTS_SEED=7
 * goes further and elsewhere, ACTS_SHRINK=1 looks for the shortest story of a failure.
 */
const runs = Number(process.env['ACTS_RUNS'] ?? 1)
const most = Number(process.env['ACTS'] ?? 60)
const seed = Number(process.env['ACTS_SEED'] ?? 20260924)

/** Kinds of notices that the contract gives to one or two by name. */
const watched = new Set(
  ['mention', 'reply', 'assigned', 'review_wanted', 'task_update', 'result_in', 'edit_answered', 'edit_undone'].concat([
    'join_request',
    'join_answer',
    'role',
    'added',
    'moderated',
  ]),
)
const ofTheirs = new Set(['role', 'join_answer', 'added', 'moderated', 'edit_answered', 'edit_undone'])

describe('acts of several, in any order', function () {
  this.timeout(60_000 + runs * most * 2_000)
  const server = withServer({ SVC_PACE: 'off' })
  const people: (readonly [name: string, agent: Agent])[] = []

  before(async () => {
    for (const [person, name] of [
      ['Ada', 'Otto'],
      ['Ben', 'Hal'],
      ['Cleo', 'Mim'],
      ['Dora', 'Sam'],
    ] as const)
      people.push([name, await (await signIn(server, person)).agent(name)])
    people.push(['Stray', await register(server, 'Stray')])
  })

  async function hub(): Promise<Model> {
    const [otto, hal, mim, sam] = people.map(([, agent]) => agent) as [Agent, Agent, Agent, Agent]
    const slug = await makesHub(otto, {})
    for (const agent of [hal, mim, sam]) {
      await agent.does('join_hub', { hub: slug })
      await otto.does('moderate', { action: 'let_in', hub: slug, participant: agent.id })
    }
    await otto.does('moderate', { action: 'set_role', hub: slug, participant: hal.id, role: 'helper' })
    const pad_id = await makesPad(otto, { hub: slug, text: '# Rye\n\nFirst words.' })
    const { sections } = await otto.does('open_pad', { pad_id, outline: true })
    const seats = ['owner', 'helper', 'member', 'member', undefined] as const
    const everybody = people.map(
      ([name, agent], n): Someone => ({ name, agent, seat: seats[n], asks: false, removed: false }),
    )
    const thread_id = await startsThread(mim, { hub: slug })
    const { posts } = await otto.does('open_thread', { thread_id })
    const starter = everybody[2]!
    const nothing = { dispute: undefined, answer: undefined, cover: undefined, locked: undefined }
    const first = { id: posts[0].id, by: starter, deleted: false }
    await server.landed()
    for (const who of everybody) await news(who)
    return {
      slug,
      pad_id,
      section_id: sections.at(-1).section_id,
      people: everybody,
      threads: [{ id: thread_id, starter, about: 'hub', posts: [first], ...nothing }],
      tasks: [],
      edits: [],
      decisions: [],
      reversals: [],
      war: undefined,
      mode: 'open',
      paused: false,
    }
  }

  /** What came for somebody since they last looked. */
  async function news({ agent }: Someone): Promise<readonly string[]> {
    const { items, cursor } = await agent.does('show_svc', { after: 0, limit: 50 })
    if (items.length > 0) await agent.does('show_svc', { ack_up_to: cursor })
    return (items as { kind: string }[]).map(({ kind }) => kind).filter((kind) => watched.has(kind))
  }

  interface Drawing {
    readonly act: ActName
    readonly who: number
    readonly other: number
    readonly nth: number
  }

  let tried = 0

  class Acts implements fc.AsyncCommand<Model, object> {
    readonly drawn: Drawing
    constructor(drawn: Drawing) {
      this.drawn = drawn
    }

    plan(model: Model) {
      const { act, nth } = this.drawn
      const [who, other] = [model.people[this.drawn.who]!, model.people[this.drawn.other]!]
      return { who, ...acts[act](model, { who, other, nth }) }
    }

    check(model: Readonly<Model>): boolean {
      return this.plan(model).call !== undefined
    }

    toString(): string {
      const { act, who, other, nth } = this.drawn
      return `${act} by ${people[who]?.[0]}, ${people[other]?.[0]}, ${nth}`
    }

    async run(model: Model): Promise<void> {
      const { who, call, refused = [], done, tells = [] } = this.plan(model)
      if (!call || !done) return
      tried += 1
      const { ok, data, error } = await who.agent.call(...call)
      const said = ok ? 'agreed' : `${error?.error}/${error?.reason}`
      const asSent = `${this.toString()}: ${call[0]} ${JSON.stringify(call[1])}`
      expect(said, `${asSent}: ${error?.message}`).to.be.oneOf(refused.length > 0 ? refused : ['agreed'])
      if (ok) done(data)
      await server.landed()
      // what is about somebody's own standing they hear also where they read nothing any more
      const hears = (one: Someone, kind: string): boolean => ofTheirs.has(kind) || reads(one, aboutTalk(model, call[1]))
      const expected = ok ? tells.filter(([one, kind]) => one && one !== who && hears(one, kind)) : []
      const heard = await Promise.all(model.people.map(news))
      for (const [n, one] of model.people.entries())
        expect(heard[n], `what ${one.name} hears of ${asSent}`).to.have.members(
          expected.flatMap(([whom, kind]) => (whom === one ? [kind] : [])),
        )
      await alike(model, asSent)
    }
  }

  const aboutTalk = ({ threads, tasks }: Model, args: object) => {
    const { thread_id, task_id } = args as { thread_id?: string; task_id?: string }
    const id = thread_id ?? tasks.find((one) => one.id === task_id)?.talk.id
    return threads.find((talk) => talk.id === id)
  }

  /** Names what differs: of two large values nobody sees it. */
  function same(
    where: string,
    now: Readonly<Record<string, unknown>>,
    wanted: Readonly<Record<string, unknown>>,
  ): void {
    for (const [name, value] of Object.entries(wanted))
      expect(JSON.stringify(now[name]), `${name} of ${where}: ${JSON.stringify(value)}`).to.equal(JSON.stringify(value))
  }

  /** The service says what the model says: to the owner all of it, to everybody what they may read. */
  async function alike(model: Model, after: string): Promise<void> {
    const [owner] = model.people as [Someone]
    await Promise.all([
      padAlike(model, owner, after),
      ...model.threads.map((talk) => threadAlike(model, owner, talk, after)),
      ...model.people.map(async (one) => {
        const { data } = await one.agent.call('open_hub', { hub: model.slug })
        expect(data['seat'], `${one.name} after ${after}`).to.equal(one.seat)
        for (const talk of model.threads) {
          const { ok } = await one.agent.call('open_thread', { thread_id: talk.id, limit: 1 })
          expect(ok, `${one.name} reads ${talk.id} after ${after}`).to.equal(reads(one, talk))
        }
      }),
    ])
  }

  async function padAlike(model: Model, { agent }: Someone, after: string): Promise<void> {
    const { text, data } = await agent.call('open_pad', { pad_id: model.pad_id })
    const { sections, suggestions = [], decisions = [] } = data
    const { status, suggestions_only = false } = sections.at(-1)
    const now = {
      words: [...text.matchAll(/^zw\d+wz$/gm)].map(([word]) => word).toSorted(),
      status,
      suggestions_only,
      waiting: suggestions.map((one: { edit_id: string }) => one.edit_id).toSorted(),
      decisions: decisions.map((one: any) => `${one.decision_id} ${one.status}`).toSorted(),
    }
    same(`the pad after ${after}`, now, {
      words: [...wordsOf(model)].toSorted(),
      status: sectionStatus(model),
      suggestions_only: model.war !== undefined,
      waiting: model.edits.flatMap(({ id, status: is }) => (is === 'proposed' ? [id] : [])).toSorted(),
      decisions: model.decisions.map(({ id, status: is }) => `${id} ${is}`).toSorted(),
    })
  }

  async function threadAlike(model: Model, { agent }: Someone, talk: Talk, after: string): Promise<void> {
    const { data } = await agent.call('open_thread', { thread_id: talk.id })
    const now = {
      status: data['status'],
      answer: data['answer'],
      dispute: data['dispute'],
      locked: data['locked'] === true,
      posts: data['posts'].filter((one: any) => !one.deleted).map((one: any) => one.id),
      tasks: (data['tasks'] ?? [])
        .map((one: any) => [one.task_id, one.state, one.assignee_id, one.review].join(' '))
        .toSorted(),
    }
    same(`the thread ${talk.id} after ${after}`, now, {
      status: statusOf(talk),
      answer: talk.answer?.id,
      dispute: talk.dispute,
      locked: talk.locked !== undefined,
      posts: talk.posts.filter(({ deleted }) => !deleted).map(({ id }) => id),
      tasks: model.tasks
        .filter((one) => one.talk === talk)
        .map((one) => [one.id, one.state, one.assignee?.agent.id, one.review].join(' '))
        .toSorted(),
    })
  }

  it('do what the specification says, and nothing else', async () => {
    const one = fc
      .tuple(fc.constantFrom(...actNames), fc.nat(4), fc.nat(4), fc.nat(60))
      .map(([act, who, other, nth]) => new Acts({ act, who, other, nth }))
    await fc.assert(
      fc.asyncProperty(fc.array(one, { minLength: most, maxLength: most, size: 'max' }), async (commands) => {
        const model = await hub()
        await fc.asyncModelRun(() => ({ model, real: {} }), commands)
      }),
      { numRuns: runs, seed, endOnFailure: process.env['ACTS_SHRINK'] !== '1' },
    )
    expect(tried, 'acts that could be tried').to.be.above((runs * most) / 4)
  })
})
