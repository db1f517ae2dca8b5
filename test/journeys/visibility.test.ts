import { setTimeout as pause } from 'node:timers/promises'
import { expect } from 'chai'
import { subagentRights } from '../../src/rules/closed_lists.ts'
import { mint } from '../../src/rules/ids.ts'
import { tools } from '../../src/tools/index.ts'
import { withKey } from '../support/cast.ts'
import { mcp, type Said } from '../support/doors.ts'
import { hears } from '../support/hearing.ts'
import { withServer } from '../support/here.ts'
import { gatherWalkers, type Reader, type Standing, standings, type Walkers } from './visibility/readers.ts'
import { addressesOf, answerOf, differs, none, seenOf } from './visibility/compare.ts'
import { nameNothing, rows } from './visibility/rows.ts'
import { makeThings, missing, secretWord, type Walked, word } from './visibility/things.ts'

/** Names of arguments that take a handle or slug beside an id. */
const namesSomething = ['hub', 'participant', 'assignee', 'reviewer', 'to']

describe('what somebody cannot read', function () {
  this.timeout(180_000)
  const server = withServer({ SVC_PACE: 'off' })
  let walkers: Walkers
  let things: readonly Walked[]

  before(async () => {
    walkers = await gatherWalkers(server)
    things = await makeThings(server, walkers)
  })

  const of = (kind: string): readonly Walked[] => things.filter((thing) => thing.kind === kind)
  const mayRead = (thing: Walked, reader: Reader): boolean => thing.readers.includes(reader)
  const isUnsaid = (thing: Walked, reader: Reader): boolean => thing.unsaid?.includes(reader) === true
  const call = (standing: Standing, tool: string, args: object): Promise<Said> =>
    walkers.by[standing].agent.call(tool, args)

  /** What is missing is missing in the same words each time: asked for once. */
  const asked = new Map<string, Promise<unknown>>()
  function once<Answer>(name: string, ask: () => Promise<Answer>): Promise<Answer> {
    const found = (asked.get(name) as Promise<Answer> | undefined) ?? ask()
    asked.set(name, found)
    return found
  }
  const kindOf = (id: string): string => (id.includes('_') ? (id.split('_')[0] as string) : id)

  it('is walked through every argument of every tool that names something', () => {
    const found = tools.flatMap(({ name, input }) => pathsOf({ properties: input }).map((path) => `${name}.${path}`))
    expect(found.filter((path) => !(path in rows))).to.deep.equal([])
    const tool = (path: string): string => path.split('.')[0] as string
    const walked = new Set<string>([...Object.keys(rows).map(tool), ...nameNothing])
    expect(tools.map(({ name }) => name).filter((name) => !walked.has(name))).to.deep.equal([])
    const kinds = new Set(Object.values(rows).map(({ kind }) => kind))
    expect([...kinds].filter((kind) => of(kind).length === 0)).to.deep.equal([])
  })

  for (const standing of standings)
    it(`is told to the ${standing} by every tool as if it were not there`, async () => {
      const told: string[] = []
      for (const [path, { kind, args, apart }] of Object.entries(rows)) {
        const tool = path.split('.')[0] as string
        if (apart !== undefined || !tools.some(({ name }) => name === tool)) continue
        for (const thing of of(kind)) {
          if (mayRead(thing, standing) || isUnsaid(thing, standing)) continue
          const { home } = walkers.by[standing]
          const no = missing(thing)
          const [actual, expected] = await Promise.all([
            call(standing, tool, args(thing.id, home)),
            once(`${standing} ${path} ${kindOf(no)}`, async () => {
              const said = await call(standing, tool, args(no, home))
              return { ...said, seen: seenOf(said, no) }
            }),
          ])
          // a call that is wrong in itself would compare nothing
          if (['schema', 'one_of', 'nothing_to_change'].includes(expected.error?.reason ?? ''))
            told.push(`${path} is no right call: ${expected.text}`)
          const difference = differs(seenOf(actual, thing.id), expected.seen)
          if (difference) told.push(`${path}, ${thing.what}: ${difference}`)
        }
      }
      none(told)
    })

  /** beyond its threads and pads even what its parent reads is missing to it, unless everybody can read that */
  for (const parent of ['owner', 'stranger'] as const)
    it(`is told to a sub-agent of the ${parent} by every tool as if it were not there`, async () => {
      const { agent, home } = walkers.by[parent]
      const places = { threads: [home.thread], pads: [home.pad] }
      const made = await agent.does('mint_subagent', { name: 'Sub', ...places, rights: subagentRights })
      const sub = withKey(server, { ...made['agent'], key: made['agent_key'] })
      const told: string[] = []
      for (const [path, { kind, args, apart }] of Object.entries(rows)) {
        const tool = path.split('.')[0] as string
        if (apart !== undefined || !tools.some(({ name }) => name === tool)) continue
        for (const thing of of(kind)) {
          if (mayRead(thing, 'signed out') || isUnsaid(thing, 'stranger')) continue
          const no = missing(thing)
          const [actual, expected] = [await sub.call(tool, args(thing.id, home)), await sub.call(tool, args(no, home))]
          const difference = differs(seenOf(actual, thing.id), seenOf(expected, no))
          if (difference) told.push(`${path}, ${thing.what}: ${difference}`)
        }
      }
      none(told)
    })

  it('is told in the words of an id that nobody could ever have got, too', async () => {
    const told: string[] = []
    const prefix = { hub: 'hub_', thread: 'thr_', pad: 'pad_', post: 'msg_', edit: 'edt_', decision: 'dec_' } as const
    const more = { task: 'tsk_', dm: 'dm_', invite: 'inv_', entry: 'act_', preview: 'pvw_' } as const
    const starts: Partial<Record<string, string>> = { ...prefix, ...more }
    for (const [path, { kind, args, apart }] of Object.entries(rows)) {
      const start = starts[kind]
      if (apart !== undefined || start === undefined) continue
      const thing = of(kind).find(({ id }) => id.startsWith(start))
      if (!thing) continue
      const { home } = walkers.by.stranger
      const tool = path.split('.')[0] as string
      const [madeUp, no] = [start + 'made-up'.padEnd(26, '-'), missing(thing)]
      const [actual, expected] = [
        await call('stranger', tool, args(madeUp, home)),
        await call('stranger', tool, args(no, home)),
      ]
      const difference = differs(seenOf(actual, madeUp), seenOf(expected, no))
      if (difference) told.push(`${path}: ${difference}`)
    }
    none(told)
  })

  it('is told over MCP and as a resource in the same words too', async () => {
    const told: string[] = []
    for (const [uri, tool, argument, kind] of [
      ['hub', 'open_hub', 'hub', 'hub'],
      ['thread', 'open_thread', 'thread_id', 'thread'],
      ['pad', 'open_pad', 'pad_id', 'pad'],
    ] as const)
      for (const thing of of(kind))
        for (const standing of standings) {
          if (mayRead(thing, standing) || !/_/.test(thing.id)) continue
          const { key } = walkers.by[standing].agent
          const no = missing(thing)
          const result = async (id: string) =>
            JSON.stringify((await mcp.call(server.url, key, tool, { [argument]: id })).result).replaceAll(id, '<id>')
          if ((await result(thing.id)) !== (await result(no))) told.push(`${tool} over MCP: ${thing.what}`)
          const read = async (id: string) =>
            (await readResource(server.url, key, `svc://${uri}/${id}`)).replaceAll(id, '<id>')
          if ((await read(thing.id)) !== (await read(no))) told.push(`svc://${uri}: ${thing.what}`)
        }
    none(told)
  })

  const isExported = ({ kind, id }: Walked): boolean =>
    ['thread', 'pad', 'task'].includes(kind) || (kind === 'hub' && id.startsWith('hub_'))

  it('is on no page and in no export, for whoever asks', async () => {
    const told: string[] = []
    const visitors: [who: string, reader: Reader, headers: Record<string, string>][] = [
      // the others see what one of these sees: who reads what at all is walked in walk.test.ts
      ...(['helper', 'member', 'removed', 'stranger'] as const).map(
        (standing): [string, Reader, Record<string, string>] => [
          standing,
          standing,
          { Authorization: `Bearer ${walkers.by[standing].agent.key}` },
        ],
      ),
      ['owner in a browser', 'owner', { Cookie: walkers.ada.session }],
      ['person without a seat', 'stranger', { Cookie: walkers.dora.session }],
      ['signed out', 'signed out', {}],
    ]
    for (const thing of things)
      for (const path of addressesOf(thing))
        for (const accept of path.startsWith('/api/') ? ['*/*'] : ['text/html', 'text/markdown'])
          for (const [who, reader, headers] of visitors) {
            const no = missing(thing)
            const get = async (address: string, id: string) =>
              answerOf(
                await fetch(server.url + address, { redirect: 'manual', headers: { ...headers, Accept: accept } }),
                id,
              )
            const actual = await get(path, thing.id)
            const isExport = path.startsWith('/api/')
            const exportable = isExported(thing) && reader !== 'signed out'
            if (mayRead(thing, reader) && (!isExport || exportable)) {
              if (actual.status !== 200) told.push(`${who} gets ${actual.status} for ${path} of a ${thing.what}`)
              continue
            }
            const address = path.replaceAll(thing.id, no)
            const expected = await once(`${who} ${accept} ${address.replaceAll(no, kindOf(no))}`, () =>
              get(address, no),
            )
            const difference = differs(actual, expected)
            if (difference) told.push(`${who}, ${path} of a ${thing.what}: ${difference}`)
            if (actual.status !== (isExport && reader === 'signed out' ? 401 : 404))
              told.push(`${who} gets ${actual.status} for ${path} of a ${thing.what}`)
          }
    none(told)
  })

  it('is in no list: search, home, inbox, DMs, the hub’s own page, Explore', async () => {
    const told: string[] = []
    const check = (who: string, reader: Reader, where: string, text: string): void => {
      for (const thing of things.filter(({ kind }) => kind !== 'participant' && kind !== 'section'))
        if (!mayRead(thing, reader) && !isUnsaid(thing, reader) && text.includes(thing.id))
          told.push(`${who} finds a ${thing.what} in ${where}`)
      const secret = things.some((thing) => mayRead(thing, reader) && thing.what.startsWith('hidden thread'))
      if (!secret && reader !== 'member' && text.includes(secretWord))
        told.push(`${who} reads private words in ${where}`)
    }
    // posts are indexed a moment behind: whoever may find them has to, or their absence says nothing
    const owned = async (): Promise<string[]> =>
      (await call('owner', 'search_svc', { query: `${secretWord} in:posts`, type: 'post' })).data['results'].map(
        ({ id }: { id: string }) => id,
      )
    const wanted = of('post').filter(
      (post) => mayRead(post, 'owner') && post.what === 'post in a thread of a private hub',
    )
    for (let tries = 0; tries < 200; tries++) {
      const found = await owned()
      if (wanted.every(({ id }) => found.includes(id))) break
      if (tries === 199) throw new Error(`the owner finds ${found.length} posts only`)
      await pause(25)
    }
    const publicHub = of('hub').find(({ what }) => what === 'slug of a public hub')?.id
    for (const standing of standings) {
      for (const [tool, args] of [
        ['search_svc', { query: word }],
        ['search_svc', { query: secretWord }],
        ['search_svc', { query: `${secretWord} in:posts` }],
        ['search_svc', { query: secretWord, type: 'section' }],
        ['search_svc', { type: 'task' }],
        ['search_svc', { lane: 'new' }],
        ['search_svc', { lane: 'open' }],
        ['search_svc', { lane: 'pads' }],
        ['show_svc', {}],
        ['catch_up', { since: '2020-01-01T00:00:00Z', detail: 'text' }],
        ['catch_up', { hub: publicHub, since: '2020-01-01T00:00:00Z', detail: 'text' }],
        ['open_hub', { hub: publicHub, log: true, members: true }],
        ['list_dms', {}],
      ] as const) {
        if (!tools.some(({ name }) => name === tool)) continue
        const answer = await call(standing, tool, args)
        check(standing, standing, `${tool} ${JSON.stringify(args)}`, JSON.stringify([answer.text, answer.data]))
      }
      // an inbox keeps the ids and slugs it was sent, whatever becomes of the seat; never words
      const inbox = await call(standing, 'show_svc', { after: 0 })
      const all = JSON.stringify([inbox.text, inbox.data]).replaceAll(/\/h\/[a-z0-9-]+/g, '/h/slug')
      if (standing === 'elsewhere' || standing === 'stranger') check(standing, standing, 'show_svc after 0', all)
      if (all.includes(secretWord)) told.push(`${standing} reads words of hubs in show_svc after 0`)
    }
    for (const path of [
      '/',
      '/explore',
      `/search?q=${word}`,
      `/search?q=${secretWord}`,
      `/search?q=${secretWord}+in:posts`,
      `/h/${publicHub}`,
    ])
      for (const [who, headers] of [
        ['signed out', {}],
        ['stranger', { Cookie: walkers.dora.session }],
      ] as const)
        for (const accept of ['text/html', 'text/markdown']) {
          const page = await fetch(server.url + path, { headers: { ...headers, Accept: accept } })
          // what was asked for is repeated on the page
          const text = (await page.text()).replaceAll(
            new RegExp(`(q=|value="|search for |# Search[^\\n]*)${secretWord}`, 'gi'),
            '',
          )
          for (const thing of things)
            if (
              !thing.readers.includes(who) &&
              !isUnsaid(thing, who) &&
              thing.kind !== 'section' &&
              text.includes(thing.id)
            )
              told.push(`${who} finds a ${thing.what} on ${path}`)
        }
    none(told)
  })

  it('brings no news: nothing reaches the inbox of somebody without a seat', async () => {
    const { removed, member, helper } = walkers.by
    const thread = of('thread').find(({ what }) => what === 'thread of a private hub')?.id
    const last = async () => (await removed.agent.does('show_svc', {}))['inbox'].last_seq as number
    const before = await last()
    const body = `@${removed.agent.handle} and @${helper.agent.handle} are you there?`
    const { post_id } = await member.agent.does('post_reply', { thread_id: thread, body })
    // whoever has a seat heard of it, so nobody else is about to
    await hears(helper.agent, 'mention', { post_id })
    expect(await last()).to.equal(before)
  })

  it('cannot be told apart by giving it to somebody: who cannot read a thread is missing in it', async () => {
    const { owner, elsewhere } = walkers.by
    const thread = of('thread').find(({ what }) => what === 'thread of a private hub')?.id
    for (const role of ['assignee', 'reviewer']) {
      const asked = (who: string) =>
        owner.agent.call('create_task', { thread_id: thread, title: 'Walked', [role]: who })
      const no = mint('agent', 0)
      expect(
        differs(seenOf(await asked(elsewhere.agent.id), elsewhere.agent.id), seenOf(await asked(no), no)),
      ).to.equal(undefined)
    }
  })

  it('is asked for in one way alone: a seat in a private hub', async () => {
    const hub = of('hub').find(({ what }) => what === 'slug of a private hub')?.id
    const asked = await walkers.by.stranger.agent.call('join_hub', { hub })
    expect(asked.data).to.include({ requested: true })
    expect(JSON.stringify([asked.text, asked.data])).not.to.contain(secretWord)
    const none = await walkers.by.stranger.agent.refused('join_hub', { hub: 'no-hub-of-this-name' })
    expect(none).to.equal('not_found/unreadable')
  })

  // last: readers change what they reach
  for (const standing of standings)
    it(`is not what the ${standing} can read: every tool reaches that`, async () => {
      const told: string[] = []
      for (const [path, { kind, args, apart, readable }] of Object.entries(rows)) {
        const tool = path.split('.')[0] as string
        if (apart !== undefined || readable === false || !tools.some(({ name }) => name === tool)) continue
        for (const thing of of(kind)) {
          if (!mayRead(thing, standing) || readable?.test(thing.what) === false) continue
          const answer = await call(standing, tool, args(thing.id, walkers.by[standing].home))
          if (answer.error?.error === 'not_found' || answer.error?.error === 'internal')
            told.push(`${path} with a ${thing.what}: ${JSON.stringify(answer.error)}`)
        }
      }
      none(told)
    })
})

async function readResource(origin: string, key: string, uri: string): Promise<string> {
  const response = await fetch(`${origin}/mcp`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      Accept: 'application/json, text/event-stream',
      'MCP-Protocol-Version': '2025-11-25',
      Authorization: `Bearer ${key}`,
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'resources/read', params: { uri } }),
  })
  return `${response.status} ${await response.text()}`
}

interface Schema {
  readonly type?: string
  readonly pattern?: string
  readonly properties?: Readonly<Record<string, Schema>>
  readonly items?: Schema
}

/** Arguments that take an id, a handle or a slug, by their path. */
function pathsOf({ properties, items }: Schema, path = ''): string[] {
  const inside = Object.entries(properties ?? {}).flatMap(([name, schema]) => {
    const here = path === '' ? name : `${path}.${name}`
    const names =
      namesSomething.includes(name) || (schema.pattern !== undefined && /^\^(\(|\[0-9a-f|[a-z]+_)/.test(schema.pattern))
    return [...(names && schema.type === 'string' ? [here] : []), ...pathsOf(schema, here)]
  })
  if (!items) return inside
  return [...inside, ...(items.pattern === undefined ? pathsOf(items, `${path}[]`) : [`${path}[]`])]
}
