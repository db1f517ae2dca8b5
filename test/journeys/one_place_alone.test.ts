import { expect } from 'chai'
import { type AtScreen, inBrowser, sessionIn } from '../support/at_screen.ts'
import { type Agent, signIn, withKey } from '../support/cast.ts'
import { withCast } from '../support/here.ts'
import { none } from './visibility/compare.ts'

/** Stands in the names of the hub, and of everything in it that the readers here may not open. */
const secret = 'zibibbo'

describe('whoever has one place of a private hub', function () {
  this.timeout(120_000)
  const { server, cast } = withCast({ SVC_PACE: 'off' })
  let slug: string
  /** the one thread and the one pad; each leans on a thread or pad that is closed */
  let thread_id: string
  let pad_id: string
  /** invited to the thread, to the pad, and with keys that end there */
  let guest: AtScreen
  let reader: Agent
  let subs: Record<'thread' | 'pad', Agent>
  /** a post and an edit in what they may not open, which the pad's decision and the thread's task name */
  let closedIds: string[]

  before(async () => {
    const { otto } = cast
    slug = (await otto.does('create_hub', { title: `Cellar ${secret}`, slug: `cellar-${secret}` }))['slug']
    const closed = await otto.does('create_pad', { hub: slug, title: `Prices ${secret}`, text: `# ${secret}\n\nDear.` })
    const { sections } = await otto.does('open_pad', { pad_id: closed['pad_id'], outline: true })
    const about = { pad_id: closed['pad_id'], anchor_block: sections[0].section_id }
    thread_id = (await otto.does('start_thread', { ...about, title: 'Corks', body: 'Which ones?' }))['thread_id']
    const edit = await otto.does('edit_pad', {
      pad_id: closed['pad_id'],
      base_version: closed['version'],
      text: `# ${secret}\n\nDearer.`,
    })
    const { task_id } = await otto.does('create_task', { thread_id, title: 'Buy corks' })
    await otto.does('update_task', { task_id, action: 'take' })
    await otto.does('submit_result', {
      task_id,
      pad_id: closed['pad_id'],
      edit_id: edit['edit_id'],
      summary: 'Bought.',
    })
    await otto.does('edit_pad', {
      pad_id: closed['pad_id'],
      decision: { text: `Corks of ${secret}`, thread_id, section_id: sections[0].section_id },
    })
    pad_id = (await otto.does('create_pad', { hub: slug, title: 'Barrels', text: '# Oak\n\nTwenty.' }))['pad_id']
    const talk = await otto.does('start_thread', { pad_id, title: `Leaks ${secret}`, body: `The ${secret} leaks.` })
    await otto.does('edit_pad', {
      pad_id,
      decision: { text: 'Oak it is.', thread_id: talk['thread_id'], post_id: talk['post_id'] },
    })
    closedIds = [edit['edit_id'], talk['post_id']]

    const tokenFor = async (place: object): Promise<string> =>
      (await otto.does('invite', place))['invite_url'].split('#')[1]
    const came = await fetch(`${server.url}/api/invite/join-guest`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'x-svc': '1' },
      body: JSON.stringify({ token: await tokenFor({ thread_id }), name: 'Ivy' }),
    })
    const { participant } = (await came.json()) as { participant: { id: string; handle: string } }
    guest = inBrowser(server, sessionIn(came) as string, { id: participant.id, name: 'Ivy' })
    reader = cast.cleosAgent
    await reader.does('join_hub', { invite: await tokenFor({ pad_id }) })
    await reader.does('join_hub', { invite: await tokenFor({ thread_id }) })
    const sub = async (places: object): Promise<Agent> => {
      const { agent_key, agent } = await otto.does('mint_subagent', { name: 'Sub', rights: ['post'], ...places })
      return withKey(server, { id: agent.id, handle: agent.handle.replace('@', ''), key: agent_key })
    }
    subs = { thread: await sub({ threads: [thread_id] }), pad: await sub({ pads: [pad_id] }) }
    const call = [reader.handle, subs.thread.handle].map((handle) => `@${handle}`).join(' ')
    await otto.does('post_reply', { thread_id, body: `${call} come and look.` })
    await otto.does('create_task', { thread_id, title: 'Drink', assignee: reader.id })
    await server.landed()
  })

  const told: string[] = []
  const check = (who: string, where: string, text: string, ok: boolean): void => {
    if (!ok) told.push(`${who} is refused ${where}: ${text.slice(0, 300)}`)
    for (const words of [secret, ...closedIds]) {
      const at = text.indexOf(words)
      if (at >= 0) told.push(`${who} reads in ${where}: …${text.slice(Math.max(0, at - 90), at + 40)}…`)
    }
  }

  it('reads nothing of the rest from tools, pages and exports', async () => {
    const both = { thread: thread_id, pad: pad_id }
    const readers: [who: string, Agent, Partial<typeof both>][] = [
      ['who was invited', reader, both],
      ['a key for the thread', subs.thread, { thread: thread_id }],
      ['a key for the pad', subs.pad, { pad: pad_id }],
    ]
    for (const [who, agent, { thread, pad }] of readers) {
      const calls: [tool: string, args: object][] = [
        ['show_svc', {}],
        ['show_svc', { after: 0 }],
        ['search_svc', { query: 'corks' }],
        ['search_svc', { query: 'oak barrels' }],
        ['search_svc', { type: 'task' }],
        ['search_svc', { lane: 'new' }],
        ['catch_up', { since: '2020-01-01T00:00:00Z', detail: 'text' }],
      ]
      if (thread !== undefined) calls.push(['open_thread', { thread_id, members: true }])
      if (thread !== undefined) calls.push(['catch_up', { thread_id, since: '2020-01-01T00:00:00Z', detail: 'text' }])
      if (pad !== undefined)
        calls.push(['open_pad', { pad_id, history: true }], ['open_pad', { pad_id, outline: true }])
      for (const [tool, args] of calls) {
        const { ok, text, data, error } = await agent.call(tool, args)
        check(who, `${tool} ${JSON.stringify(args)}`, JSON.stringify([text, data, error]), ok)
      }
      const paths = [
        ...(thread === undefined ? [] : [`/t/${thread}`, `/api/export/${thread}`, `/api/export/${thread}?format=json`]),
        ...(pad === undefined
          ? []
          : [`/p/${pad}`, `/p/${pad}?outline=1`, `/api/export/${pad}`, `/api/export/${pad}?format=json`]),
      ]
      for (const path of paths)
        for (const accept of path.startsWith('/api') ? ['*/*'] : ['text/html', 'text/markdown']) {
          const headers = { Authorization: `Bearer ${agent.key}`, Accept: accept }
          const answer = await fetch(server.url + path, { headers })
          check(who, `${accept} of ${path}`, await answer.text(), answer.ok)
        }
    }
    none(told.splice(0))
  })

  it('is told of nobody who sits in the hub, where a member is', async () => {
    const quill = await (await signIn(server, 'Quentin')).agent('Quill')
    await quill.does('join_hub', { invite: (await cast.otto.does('invite', { hub: slug }))['invite_url'] })
    const guesses: [tool: string, args: object][] = [
      ['post_reply', { thread_id, body: '@quil, when?' }],
      ['create_task', { thread_id, title: 'Ask', assignee: '@quil' }],
    ]
    for (const [tool, args] of guesses) {
      const words = async (agent: Agent) => {
        const { text, error } = await agent.call(tool, args)
        return error?.message ?? text
      }
      expect(await words(cast.otto), tool).to.include(`Did you mean @${quill.handle}?`)
      for (const agent of [reader, subs.thread]) expect(await words(agent), tool).to.not.include(quill.handle)
    }
    expect((await reader.call('post_reply', guesses[0]![1])).text).to.include('@quil names nobody here.')
  })

  it('reads nothing of the rest in the web app', async () => {
    for (const [tool, args] of [
      ['ui_home', {}],
      ['ui_inbox', {}],
      ['ui_tasks', {}],
      ['ui_explore', { lane: 'new' }],
      ['ui_search', { query: 'corks' }],
      ['ui_open_thread', { thread_id }],
      ['ui_members', { thread_id }],
      ['ui_post', { thread_id, body: 'Cork oak.' }],
    ] as const) {
      const { status, body } = await guest.app(tool, args)
      check('a guest', tool, JSON.stringify(body), status === 200)
    }
    for (const path of [
      '/',
      '/inbox',
      '/tasks',
      `/t/${thread_id}`,
      `/new?what=task&thread=${thread_id}`,
      '/search?q=corks',
    ]) {
      const answer = await fetch(server.url + path, { headers: { Cookie: guest.session, Accept: 'text/html' } })
      check('a guest', path, await answer.text(), answer.ok)
    }
    none(told.splice(0))
  })
})
