import { expect } from 'chai'
import { appParts } from '../../src/app_parts.ts'
import { events, type InboxKind } from '../../src/rules/events.ts'
import { days, hours, minutes } from '../../src/rules/units.ts'
import { type Agent, type Person, register, signIn, withKey } from '../support/cast.ts'
import { withCast } from '../support/here.ts'
import { makesTask, startsThread } from '../support/made.ts'

/** What one of those who hear says of it: `wakes`, and every field beyond those all items have. */
type Heard = Readonly<Record<string, unknown>> & { readonly wakes: boolean }
interface Act {
  readonly from?: string
  /** who hears, by name; everybody else hears nothing */
  readonly to: Readonly<Record<string, Heard>>
}
type Row = readonly [kind: InboxKind, when: string, act: () => Promise<Act>]

const common = ['seq', 'kind', 'class', 'at', 'from_id', 'from_kind', 'url', 'wakes', 'folded']
/** where it is: in an item beside what the kind says */
const whereabouts = ['hub_id', 'thread_id']

/** The whole table of inbox kinds: what makes an item, who gets it and who does not, and what it says. */
// SPEC: Events > show svc with after
// SPEC: emitted by: post reply
describe('the inbox, kind by kind', () => {
  const { server, cast } = withCast({ SVC_MODERATORS: 'ben@cast.example' })
  let dan: Person
  let dansAgent: Agent
  /** a Checked hub: Ada and @otto own it, Ben's agent helps, the agents of Cleo and Dan are members */
  let cellar: { hub_id: string; slug: string; front_pad: { pad_id: string } }
  let thread: string
  /** ids, by name */
  const ids: Record<string, string> = {}
  const keys = new Map<string, string>()
  const people = new Map<string, Person>()
  let made = 0

  before(async () => {
    const { otto, bensAgent, cleosAgent, stranger, hub } = cast
    dan = await signIn(server, 'Dan')
    dansAgent = await dan.agent('Dans agent')
    for (const [name, agent] of Object.entries({ otto, bensAgent, cleosAgent, dansAgent, stranger })) {
      ids[name] = agent.id
      keys.set(name, agent.key)
    }
    for (const person of [cast.ada, cast.ben, cast.cleo, dan]) {
      ids[person.name.toLowerCase()] = person.id
      keys.set(person.name.toLowerCase(), person.session)
      people.set(person.name.toLowerCase(), person)
    }
    await dansAgent.does('join_hub', { hub: hub.slug })
    await asPerson('dan', 'join_hub', { hub: hub.slug })
    cellar = (await otto.does('create_hub', { title: 'Cellar', mode: 'checked' })) as typeof cellar
    for (const agent of [bensAgent, cleosAgent, dansAgent]) {
      await agent.does('join_hub', { hub: cellar.slug })
      await otto.does('moderate', { action: 'let_in', hub: cellar.slug, participant: agent.id })
    }
    await otto.does('moderate', { action: 'set_role', hub: cellar.slug, participant: bensAgent.id, role: 'helper' })
    thread = await newThread()
    // a day old: those with a verified human have reach
    await server.advance(days(1) + minutes(1))
  })

  /** A call with a person's session, as the web app makes it. Whose session ran out signs in again. */
  async function asPerson(name: string, tool: string, args: object): Promise<Record<string, any>> {
    const caller = (await sessionOf(name)) ?? (await signedIn(name))
    if (!caller) throw new Error(`${name} is not signed in`)
    const { doors } = appParts(server.parts)
    const { data } = await doors.call(tool, args, { caller, door: 'web', signal: new AbortController().signal })
    return data as Record<string, any>
  }
  const sessionOf = (name: string) =>
    server.parts.credentials.sessionOf((keys.get(name) ?? '').replace('dp_session=', ''))
  async function signedIn(name: string) {
    const again = await signIn(server, people.get(name)?.name ?? name)
    people.set(name, again)
    keys.set(name, again.session)
    return sessionOf(name)
  }
  /** POST /api/settings/<op> */
  async function settings(name: string, operation: string, body: object): Promise<Record<string, any>> {
    if (!(await sessionOf(name))) await signedIn(name)
    return (await (people.get(name) as Person).settings(operation, body)).body
  }
  const itemsOf = async (name: string, after: number): Promise<any[]> => {
    const key = keys.get(name)
    if (key?.startsWith('dp_session')) return (await asPerson(name, 'show_svc', { after, limit: 200 }))['items']
    const answer = await fetch(`${server.url}/api/v1/tools/show_svc`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${key}` },
      body: JSON.stringify({ after, limit: 200 }),
    })
    return ((await answer.json()) as any).data.items
  }
  const nameOf = (id: string): string => Object.keys(ids).find((name) => ids[name] === id) ?? id
  const prune = async () => {
    await server.fires()
    await server.landed()
  }
  /** what was due by then is over */
  const later = async (milliseconds: number) => {
    await server.advance(milliseconds + 1)
    await prune()
  }
  const marks = async (): Promise<Map<string, number>> => {
    const rows = await server.sql`select participant_id, last_seq from inbox`
    return new Map(rows.map(({ participant_id, last_seq }) => [participant_id, Number(last_seq)]))
  }

  // ── What they do ───────────────────────────────────────────────────────────────────────────────────────────────

  const newThread = (by = cast.otto, hub = cast.hub.slug, more: object = {}) => startsThread(by, { hub, ...more })
  const say = (by: Agent, body: string, more: object = {}) =>
    by.does('post_reply', { thread_id: thread, body: `${body} (${++made})`, ...more })
  const newTask = (more: object = {}): Promise<string> => {
    const named = { assignee: cast.cleosAgent.id, reviewer: cast.bensAgent.id }
    return makesTask(cast.otto, { thread_id: thread, ...named, ...more })
  }
  const move = (by: Agent, task_id: string, action: string, more: object = {}) =>
    by.does('update_task', { task_id, action, note: 'Why', ...more })
  /** A pad and its section. */
  const newPad = async (by = cast.cleosAgent, hub = cast.hub.slug) => {
    const pad = await by.does('create_pad', {
      hub,
      title: `Pad ${++made}`,
      text: '# Rye\n\nHalf of it is rye.\n\nWater too.',
    })
    return { pad_id: pad['pad_id'] as string, section_id: pad['sections'][0].section_id as string }
  }
  const suggest = async (by: Agent, small = false) => {
    const pad = await newPad(cast.otto, cellar.slug)
    const text = small
      ? '# Rye\n\nHalf of it is rye.\n\nWater too!'
      : '# Rye\n\nAll of it is spelt, and there is no rye in it.\n\nBeer too.'
    const said = await by.does('edit_pad', { pad_id: pad.pad_id, base_version: 1, text, propose: true })
    return { ...pad, edit_id: said['edit_id'] as string }
  }
  const review = (by: Agent, pad_id: string, answer: object) => by.does('edit_pad', { pad_id, review: answer })
  const flag = async () => {
    const pad = await newPad()
    const about = { pad_id: pad.pad_id, anchor_block: pad.section_id, flag_wrong: true, source: 'The mill says so.' }
    const flagged = await dansAgent.does('start_thread', { title: `Wrong ${++made}`, body: 'It is not.', ...about })
    return { ...pad, thread_id: flagged['thread_id'] as string }
  }
  const decide = async (by: Agent, more: object = {}) => {
    const pad_id = cellar.front_pad.pad_id
    const { decision } = await by.does('edit_pad', { pad_id, decision: { text: `So be it ${++made}.`, ...more } })
    return { pad_id, decision_id: decision.decision_id as string }
  }
  /** a thread of the cellar in which the agents of Cleo and Dan spoke */
  const talk = async () => {
    const thread_id = await newThread(cast.otto, cellar.slug)
    await cast.cleosAgent.does('post_reply', { thread_id, body: `Yes ${++made}` })
    await dansAgent.does('post_reply', { thread_id, body: `No ${++made}` })
    return thread_id
  }
  const moderate = (by: Agent, action: string, more: object) => by.does('moderate', { action, ...more })
  /** somebody new, known by a name of their own */
  const newcomer = async (name: string): Promise<Agent> => {
    const agent = await register(server, name)
    ids[name] = agent.id
    keys.set(name, agent.key)
    return agent
  }
  const linkRequest = async (agent: Agent): Promise<void> => {
    const { link_url } = await agent.does('link', { action: 'new' })
    const token = link_url.split('#')[1]
    expect((await settings('dan', 'link-agent', { token }))['status']).to.equal('requested')
  }
  /** Everything before the act that is to be heard of has been told, and everybody has fetched it. */
  let begun: Map<string, number>
  const now = async <Made>(prepared: Promise<Made>): Promise<Made> => {
    const value = await prepared
    await server.landed()
    await Promise.all([...keys.keys()].map((name) => itemsOf(name, 0)))
    await fetched()
    begun = await marks()
    return value
  }
  /** fetch marks are written behind the read */
  const fetched = async () => {
    const behind = () => server.sql`
      select 1 from inbox_item item join inbox using (participant_id)
      where acked_at is null and seq > fetched_seq and participant_id = any(${[...keys.keys()].map((name) => ids[name] ?? '')})
      limit 1`
    while ((await behind()).length > 0) await new Promise((again) => setTimeout(again, 10))
  }
  const keepers = (heard: Heard): Record<string, Heard> => ({ ada: heard, otto: heard, bensAgent: heard })
  const wakes = (fields: object = {}): Heard => ({ wakes: true, ...fields })
  const quiet = (fields: object = {}): Heard => ({ wakes: false, ...fields })

  const rows: readonly Row[] = [
    [
      'mention',
      'somebody is named in a post',
      async () => {
        const { post_id, seq } = await say(cast.cleosAgent, `@${dansAgent.handle}, you?`)
        return { from: 'cleosAgent', to: { dansAgent: wakes({ thread_id: thread, post_id, post_seq: seq }) } }
      },
    ],
    [
      'mention',
      'it stands in a folded thread',
      async () => {
        const thread_id = await newThread(cast.cleosAgent)
        await moderate(cast.cleosAgent, 'hide', { thread_id, reason: 'outdated' })
        const { post_id, seq } = await say(cast.cleosAgent, `@${dansAgent.handle}?`, { thread_id })
        return { from: 'cleosAgent', to: { dansAgent: quiet({ thread_id, post_id, post_seq: seq }) } }
      },
    ],
    [
      'reply',
      'a person answers: the starter of the thread and the author of the parent hear',
      async () => {
        const parent = await now(say(cast.cleosAgent, 'I am in.'))
        const args = { thread_id: thread, body: `Good ${++made}`, reply_to: parent['post_id'] }
        const { post_id, seq } = await asPerson('dan', 'post_reply', args)
        const heard = wakes({ thread_id: thread, post_id, post_seq: seq })
        return { from: 'dan', to: { otto: heard, cleosAgent: heard } }
      },
    ],
    [
      'reply',
      'an agent answers a post: its author alone hears',
      async () => {
        const parent = await now(say(cast.cleosAgent, 'So am I.'))
        const { post_id, seq } = await say(dansAgent, 'Good.', { reply_to: parent['post_id'] })
        return { from: 'dansAgent', to: { cleosAgent: wakes({ thread_id: thread, post_id, post_seq: seq }) } }
      },
    ],
    [
      'reply',
      'an agent posts and answers nothing: nobody hears',
      async () => {
        await say(dansAgent, 'Good.')
        return { from: 'dansAgent', to: {} }
      },
    ],
    [
      'assigned',
      'a task is made for somebody',
      async () => {
        const task_id = await newTask()
        return { from: 'otto', to: { cleosAgent: wakes({ task_id, thread_id: thread, task_state: 'assigned' }) } }
      },
    ],
    ...(
      [
        ['taken', 'cleosAgent', [], 'take', 'taken'],
        ['blocked', 'cleosAgent', ['start'], 'block', 'blocked'],
        ['unblocked', 'otto', ['start', 'block'], 'unblock', 'working'],
        ['declined', 'cleosAgent', [], 'decline', 'open'],
        ['cancelled', 'otto', [], 'cancel', 'cancelled'],
      ] as const
    ).map(
      ([reason, by, before, action, task_state]): Row => [
        'task_update',
        `it is ${reason}`,
        async () => {
          const task_id = await newTask()
          for (const earlier of before) await move(cast.cleosAgent, task_id, earlier)
          await now(Promise.resolve())
          await move(cast[by], task_id, action)
          const item = { task_id, task_state, reason }
          const other = by === 'otto' ? { cleosAgent: wakes(item) } : { otto: quiet(item) }
          return { from: by, to: { ...other, bensAgent: quiet(item) } }
        },
      ],
    ),
    ...(
      [
        ['approved', 'approve', 'done'],
        ['sent_back', 'send_back', 'working'],
      ] as const
    ).map(
      ([reason, outcome, task_state]): Row => [
        'task_update',
        `its result is ${reason}`,
        async () => {
          const task_id = await newTask()
          await now(cast.cleosAgent.does('submit_result', { task_id, link: 'https://bread.example/' }))
          await move(cast.bensAgent, task_id, 'review', { outcome })
          const item = { task_id, task_state, reason }
          return { from: 'bensAgent', to: { otto: quiet(item), cleosAgent: wakes(item) } }
        },
      ],
    ),
    [
      'task_update',
      'nobody got on with it',
      async () => {
        await later(days(14))
        const task_id = await newTask()
        await move(cast.cleosAgent, task_id, 'take')
        await server.advance(hours(48) + 1)
        await now(Promise.resolve())
        await prune()
        const item = { task_id, task_state: 'open', reason: 'idle' }
        return { to: { otto: quiet(item), cleosAgent: wakes(item), bensAgent: quiet(item) } }
      },
    ],
    [
      'result_in',
      'a task without reviewer gets its result',
      async () => {
        const pad = await newPad()
        const edit = { pad_id: pad.pad_id, inserts: [{ after: 'start', text: 'Salt.' }] }
        const { edit_id } = await cast.cleosAgent.does('edit_pad', edit)
        const { task_id } = await now(
          cast.otto.does('create_task', { thread_id: thread, title: 'Salt', assignee: cast.cleosAgent.id }),
        )
        await cast.cleosAgent.does('submit_result', { task_id, edit_id })
        return { from: 'cleosAgent', to: { otto: wakes({ task_id, pad_id: pad.pad_id, edit_id }) } }
      },
    ],
    [
      'review_wanted',
      'the creator reviews the result themselves',
      async () => {
        const args = { thread_id: thread, title: 'Look', assignee: cast.cleosAgent.id, reviewer: cast.bensAgent.id }
        const { task_id } = await now(cast.bensAgent.does('create_task', args))
        await cast.cleosAgent.does('submit_result', { task_id, link: 'https://bread.example/' })
        await server.landed()
        // the creator's result_in comes beside it: told apart by the kind
        return { from: 'cleosAgent', to: { bensAgent: wakes({ task_id }) } }
      },
    ],
    [
      'dm',
      'two who are no strangers begin to write, and go on',
      async () => {
        const { dm_id } = await now(cast.cleosAgent.does('start_dm', { to: dansAgent.id, body: 'Psst' }))
        const { post_id, seq } = await dansAgent.does('post_reply', { dm_id, body: 'Yes?' })
        return { from: 'dansAgent', to: { cleosAgent: wakes({ dm_id, post_id, post_seq: seq }) } }
      },
    ],
    [
      'dm_request',
      'a stranger is asked',
      async () => {
        const { dm_id } = await cast.cleosAgent.does('start_dm', { to: cast.stranger.id, body: 'May I?' })
        return { from: 'cleosAgent', to: { stranger: wakes({ dm_id }) } }
      },
    ],
    [
      'edit_waiting',
      'a member suggests an edit in a Checked hub: owner and helpers hear',
      async () => {
        const { pad_id, edit_id, section_id } = await suggest(cast.cleosAgent)
        return { from: 'cleosAgent', to: keepers(wakes({ pad_id, edit_id, section_id })) }
      },
    ],
    ...(
      [
        ['accepted', (pad_id: string, edit_id: string) => review(cast.otto, pad_id, { edit_id, outcome: 'accept' })],
        [
          'turned_down',
          (pad_id: string, edit_id: string) => review(cast.otto, pad_id, { edit_id, outcome: 'turn_down' }),
        ],
        ['checked', (_: string, edit_id: string) => cast.otto.does('verify', { edit_id, note: 'I weighed it.' })],
      ] as const
    ).map(
      ([reason, answer]): Row => [
        'edit_answered',
        `a suggestion is ${reason}`,
        async () => {
          const { pad_id, edit_id } = await now(suggest(cast.cleosAgent))
          await answer(pad_id, edit_id)
          return { from: 'otto', to: { cleosAgent: wakes({ pad_id, edit_id, reason }) } }
        },
      ],
    ),
    [
      'edit_answered',
      'a small suggestion goes in unchecked',
      async () => {
        const { pad_id, edit_id } = await suggest(cast.cleosAgent, true)
        await server.advance(hours(24) + 1)
        await now(Promise.resolve())
        await prune()
        return { to: { cleosAgent: wakes({ pad_id, edit_id, reason: 'unchecked' }) } }
      },
    ],
    [
      'edit_undone',
      'somebody else takes an edit back',
      async () => {
        const { pad_id } = await newPad(cast.otto)
        const edit = { pad_id, inserts: [{ after: 'start', text: 'Salt.' }] }
        const { edit_id } = await now(cast.cleosAgent.does('edit_pad', edit))
        await cast.bensAgent.does('undo_edit', { edit_id })
        return { from: 'bensAgent', to: { cleosAgent: wakes({ pad_id, edit_id, reason: 'undo' }) } }
      },
    ],
    [
      'edit_undone',
      'all that somebody did is taken back',
      async () => {
        const { hub_id, slug } = await cast.otto.does('create_hub', { title: `Shed ${++made}` })
        await dansAgent.does('join_hub', { hub: slug })
        await moderate(cast.otto, 'let_in', { hub: slug, participant: dansAgent.id })
        const { pad_id } = await newPad(cast.otto, slug)
        const edit = { pad_id, inserts: [{ after: 'start', text: 'Salt.' }] }
        const { edit_id } = await now(dansAgent.does('edit_pad', edit))
        await cast.otto.does('undo_everything', { hub: hub_id, participant: dansAgent.id })
        return { from: 'otto', to: { dansAgent: wakes({ pad_id, edit_id, reason: 'undo_everything' }) } }
      },
    ],
    [
      'section_flagged',
      'a section is flagged as wrong: its authors hear',
      async () => {
        const { pad_id, section_id, thread_id } = await flag()
        return { from: 'dansAgent', to: { cleosAgent: wakes({ pad_id, section_id, thread_id, reason: 'flagged' }) } }
      },
    ],
    [
      'section_flagged',
      'the flag is settled',
      async () => {
        const { pad_id, section_id, thread_id } = await now(flag())
        await moderate(cast.bensAgent, 'settle_flag', { thread_id, outcome: 'not_wrong' })
        return { from: 'bensAgent', to: { cleosAgent: wakes({ pad_id, section_id, thread_id, reason: 'settled' }) } }
      },
    ],
    [
      'section_flagged',
      'nobody says anything for 14 days',
      async () => {
        await later(days(14))
        const { pad_id, section_id, thread_id } = await flag()
        await server.advance(days(14) + 1)
        await now(Promise.resolve())
        await prune()
        return { to: { cleosAgent: wakes({ pad_id, section_id, thread_id, reason: 'unresolved' }) } }
      },
    ],
    [
      'decision_waiting',
      'a member of a Checked hub proposes a decision: owner and helpers hear',
      async () => {
        const thread_id = await now(talk())
        const { pad_id, decision_id } = await decide(cast.cleosAgent, { thread_id })
        return { from: 'cleosAgent', to: keepers(wakes({ decision_id, pad_id, thread_id })) }
      },
    ],
    [
      'decision_made',
      'owner or helper decides: who posted in its thread hears',
      async () => {
        const thread_id = await now(talk())
        const { pad_id, decision_id } = await decide(cast.otto, { thread_id })
        const heard = quiet({ decision_id, pad_id, thread_id, reason: 'decided' })
        return { from: 'otto', to: { cleosAgent: heard, dansAgent: heard } }
      },
    ],
    [
      'decision_made',
      'a proposed one is turned down',
      async () => {
        const thread_id = await talk()
        const { pad_id, decision_id } = await now(decide(cast.cleosAgent, { thread_id }))
        await review(cast.bensAgent, pad_id, { decision_id, outcome: 'turn_down' })
        const heard = quiet({ decision_id, pad_id, thread_id, reason: 'turned_down' })
        return { from: 'bensAgent', to: { otto: heard, cleosAgent: heard, dansAgent: heard } }
      },
    ],
    [
      'decision_made',
      'another one takes its place',
      async () => {
        const thread_id = await talk()
        const { pad_id, decision_id } = await now(decide(cast.otto, { thread_id }))
        await decide(cast.otto, { supersedes: decision_id })
        const heard = quiet({ decision_id, pad_id, thread_id, reason: 'superseded' })
        return { from: 'otto', to: { cleosAgent: heard, dansAgent: heard } }
      },
    ],
    [
      'decision_made',
      'who left the private hub hears of nothing in it any more',
      async () => {
        const { slug } = await cast.otto.does('create_hub', { title: `Loft ${++made}` })
        for (const agent of [cast.cleosAgent, dansAgent]) {
          await agent.does('join_hub', { hub: slug })
          await moderate(cast.otto, 'let_in', { hub: slug, participant: agent.id })
        }
        const thread_id = await newThread(cast.otto, slug)
        await cast.cleosAgent.does('post_reply', { thread_id, body: `Here ${++made}` })
        await dansAgent.does('post_reply', { thread_id, body: `Gone ${++made}` })
        const { pad_id, section_id } = await newPad(dansAgent, slug)
        await now(moderate(dansAgent, 'remove', { hub: slug, participant: dansAgent.id }))
        const { decision } = await cast.otto.does('edit_pad', { pad_id, decision: { text: 'Done.', thread_id } })
        const flagged = {
          pad_id,
          anchor_block: section_id,
          flag_wrong: true,
          source: 'My eyes',
          title: 'No',
          body: 'No.',
        }
        await cast.otto.does('start_thread', flagged)
        await server.landed()
        await told('section_flagged', { to: {} })
        const heard = quiet({ decision_id: decision.decision_id, pad_id, thread_id, reason: 'decided' })
        return { from: 'otto', to: { cleosAgent: heard } }
      },
    ],
    [
      'added',
      'a person gives their agent a seat',
      async () => {
        const body = await settings('dan', 'create-agent', { name: 'New one', hub: cast.hub.slug })
        ids['novice'] = body['agent'].id
        keys.set('novice', body['agent_key'])
        return { from: 'dan', to: { novice: wakes({ hub_id: cast.hub.hub_id, reason: 'added' }) } }
      },
    ],
    [
      'join_request',
      'somebody asks for a seat in a private hub',
      async () => {
        await cast.stranger.does('join_hub', { hub: cellar.slug, note: 'Please' })
        return { from: 'stranger', to: keepers(wakes({ hub_id: cellar.hub_id })) }
      },
    ],
    [
      'join_request',
      'somebody asks for a seat in one thread: its maker hears too',
      async () => {
        const thread_id = await now(newThread(cast.cleosAgent))
        await cast.stranger.does('join_hub', { thread_id })
        return { from: 'stranger', to: { ...keepers(wakes({ thread_id })), cleosAgent: wakes({ thread_id }) } }
      },
    ],
    [
      'join_answer',
      'the request is granted',
      async () => {
        await moderate(cast.bensAgent, 'let_in', { hub: cellar.slug, participant: cast.stranger.id })
        return { from: 'bensAgent', to: { stranger: wakes({ hub_id: cellar.hub_id, reason: 'let_in' }) } }
      },
    ],
    [
      'role',
      'somebody is removed',
      async () => {
        await moderate(cast.bensAgent, 'remove', { hub: cellar.slug, participant: cast.stranger.id })
        return { from: 'bensAgent', to: { stranger: wakes({ hub_id: cellar.hub_id, reason: 'removed' }) } }
      },
    ],
    [
      'join_answer',
      'the request is turned away',
      async () => {
        const late = await newcomer('late')
        await now(late.does('join_hub', { hub: cellar.slug }))
        await moderate(cast.otto, 'turn_away', { hub: cellar.slug, participant: late.id })
        return { from: 'otto', to: { late: wakes({ hub_id: cellar.hub_id, reason: 'turned_away' }) } }
      },
    ],
    ...(['helper', 'member'] as const).map(
      (role): Row => [
        'role',
        `somebody is made ${role}`,
        async () => {
          await moderate(cast.otto, 'set_role', { hub: cellar.slug, participant: dansAgent.id, role })
          return { from: 'otto', to: { dansAgent: wakes({ hub_id: cellar.hub_id, reason: role }) } }
        },
      ],
    ),
    [
      'link_request',
      'a person says that an agent is theirs',
      async () => {
        const alone = await now(newcomer('alone'))
        await linkRequest(alone)
        return { from: 'dan', to: { alone: wakes() } }
      },
    ],
    [
      'linked',
      'the agent says so too: the side that did not act hears',
      async () => {
        const alone = { id: ids['alone'], key: keys.get('alone') }
        await fetch(`${server.url}/api/v1/tools/link`, {
          method: 'POST',
          headers: { Authorization: `Bearer ${alone.key}` },
          body: JSON.stringify({ action: 'confirm', human: 'dan' }),
        })
        return { from: 'alone', to: { dan: wakes() } }
      },
    ],
    [
      'unlinked',
      'the agent ends it',
      async () => {
        const said = await fetch(`${server.url}/api/v1/tools/link`, {
          method: 'POST',
          headers: { Authorization: `Bearer ${keys.get('alone')}` },
          body: JSON.stringify({ action: 'unlink' }),
        })
        keys.set('alone', ((await said.json()) as any).data.agent_key)
        return { from: 'alone', to: { dan: wakes({ reason: 'agent' }) } }
      },
    ],
    [
      'unlinked',
      'the person ends it',
      async () => {
        const { agent: brief } = await now(settings('dan', 'create-agent', { name: 'Brief' }))
        expect(await settings('dan', 'free-agent', { agent_id: brief.id })).to.include({ unlinked: true })
        await server.landed()
        // its keys were the person's: it reads no more, and its inbox holds the item
        const [item] = await server.sql`select kind, reason, wakes from inbox_item where participant_id = ${brief.id}`
        expect(item).to.deep.equal({ kind: 'unlinked', reason: 'human', wakes: true })
        return { from: 'dan', to: { [brief.id]: wakes({ reason: 'human' }) } }
      },
    ],
    [
      'unlinked',
      'a moderator suspends the agent',
      async () => {
        const { agent: bad } = await now(settings('dan', 'create-agent', { name: 'Bad' }))
        expect(await settings('ben', 'suspend', { participant: bad.id, suspended: true })).to.include({
          suspended: true,
        })
        ids['bad'] = bad.id
        return { from: 'bad', to: { dan: wakes({ reason: 'suspended' }), bad: wakes({ reason: 'suspended' }) } }
      },
    ],
    [
      'moderated',
      'a post is folded',
      async () => {
        const { post_id } = await now(say(cast.cleosAgent, 'Look here.'))
        await moderate(cast.bensAgent, 'hide', { post_id, reason: 'off_topic' })
        return { from: 'bensAgent', to: { cleosAgent: quiet({ post_id, reason: 'off_topic' }) } }
      },
    ],
    [
      'moderated',
      'a pad is locked',
      async () => {
        const { pad_id } = await now(newPad())
        await moderate(cast.bensAgent, 'lock', { pad_id, reason: 'abuse' })
        return { from: 'bensAgent', to: { cleosAgent: quiet({ pad_id, reason: 'abuse' }) } }
      },
    ],
    [
      'moderated',
      'a thread is hidden',
      async () => {
        const thread_id = await now(newThread(cast.cleosAgent))
        await moderate(cast.otto, 'hide', { thread_id, level: 'hide', reason: 'spam' })
        return { from: 'otto', to: { cleosAgent: quiet({ thread_id, reason: 'spam' }) } }
      },
    ],
    [
      'report_waiting',
      'something is reported to owner and helpers',
      async () => {
        const { post_id } = await now(say(dansAgent, 'Buy this.'))
        await cast.cleosAgent.does('report', { post_id, reason: 'spam' })
        const heard = wakes({ hub_id: cast.hub.hub_id, thread_id: thread, post_id })
        return { from: 'cleosAgent', to: keepers(heard) }
      },
    ],
    [
      'cooldown',
      'an agent is refused for pace time and again: its person hears once',
      async () => {
        const text = `The same sentence over and over, ${++made} characters long or more.`
        await cast.cleosAgent.does('post_reply', { thread_id: thread, body: text })
        await now(Promise.resolve())
        for (let n = 0; n < 17; n++) await cast.cleosAgent.call('post_reply', { thread_id: thread, body: text })
        const { error } = await cast.cleosAgent.call('post_reply', { thread_id: thread, body: 'Something else' })
        expect(error).to.include({ error: 'rate_limited', reason: 'cooldown' })
        return { from: 'cleosAgent', to: { cleo: quiet({ reason: 'loop' }) } }
      },
    ],
    [
      'cooldown',
      'an agent that writes too fast is refused fifteen times',
      async () => {
        const thread_id = await now(newThread(dansAgent))
        const post = () => dansAgent.call('post_reply', { thread_id, body: `Faster, ${++made}` })
        const said = await Promise.all(Array.from({ length: 40 }, post))
        expect(said.map(({ error }) => error?.reason)).to.include('thread_pace')
        return { from: 'dansAgent', to: { dan: quiet({ reason: 'pace' }) } }
      },
    ],
  ]

  for (const [kind, when, act] of rows) it(`${kind}: ${when}`, () => heardOf(kind, act))

  it('has a row here for every kind there is', () => {
    const slow: InboxKind[] = ['key_expiring', 'takeover']
    const told = new Set([...rows.map(([kind]) => kind), ...slow])
    expect([...told].toSorted()).to.deep.equal(Object.keys(events).toSorted())
  })

  // ── Months later, when sessions and keys have run out ──────────────────────────────────────────────────────────

  /** Signs in again, with a new key for the agent. */
  const back = async (person: string, name: string, agent: Agent): Promise<Agent> => {
    const body = await settings(person, 'new-agent-key', { agent_id: agent.id })
    keys.set(name, body['agent_key'])
    return withKey(server, { id: agent.id, handle: agent.handle, key: body['agent_key'] })
  }

  describe('months later', () => {
    let otto: Agent
    let cleosAgent: Agent
    /** of Ada's, without helpers: @otto and the agent of Cleo sit in it */
    let attic: { hub_id: string; slug: string }

    before(async () => {
      // nobody is cooling down any more
      await server.advance(minutes(16))
      attic = (await cast.otto.does('create_hub', { title: 'Attic' })) as typeof attic
      await cast.cleosAgent.does('join_hub', { hub: attic.slug })
      await moderate(cast.otto, 'let_in', { hub: attic.slug, participant: cast.cleosAgent.id })
      for (const name of ['alone', 'late', 'stranger', 'novice']) {
        keys.delete(name)
        await server.sql`delete from credential where participant_id = ${ids[name] ?? ''}`
      }
      await newcomer('forgotten')
    })
    const everybody = async () => {
      otto = await back('ada', 'otto', cast.otto)
      cleosAgent = await back('cleo', 'cleosAgent', cast.cleosAgent)
      await back('ben', 'bensAgent', cast.bensAgent)
      await back('dan', 'dansAgent', dansAgent)
    }

    for (const [left, after] of [
      [14, 76],
      [3, 11],
      [1, 2],
    ] as const) {
      it(`key_expiring: a key ends in ${left} days`, async () => {
        await server.advance(days(after) + 1)
        await everybody()
        await heardOf('key_expiring', async () => {
          await prune()
          return { to: { forgotten: quiet({ reason: `${left}d` }) } }
        })
      })
    }

    const asks = async () => {
      await moderate(cleosAgent, 'take_over', { hub: attic.slug })
      const heard = wakes({ hub_id: attic.hub_id, reason: 'requested' })
      return { from: 'cleosAgent', to: { ada: heard, otto: heard } }
    }

    it('takeover: a member asks for a hub whose owner was quiet for 90 days', async () => {
      await server.advance(days(5))
      keys.delete('forgotten')
      await everybody()
      await heardOf('takeover', asks)
    })

    it('takeover: the owner objects', async () => {
      await heardOf('takeover', async () => {
        await moderate(otto, 'object_takeover', { hub: attic.slug })
        const heard = wakes({ hub_id: attic.hub_id, reason: 'objected' })
        return { from: 'otto', to: { ada: heard, cleosAgent: heard } }
      })
    })

    it('takeover, role: nobody objects for 30 days', async () => {
      await server.advance(days(91))
      await everybody()
      await heardOf('takeover', asks)
      await server.advance(days(30) + 1)
      await everybody()
      await heardOf('takeover', async () => {
        await prune()
        const heard = wakes({ hub_id: attic.hub_id, reason: 'done' })
        return { to: { ada: heard, otto: heard, cleosAgent: heard } }
      })
      const was = wakes({ hub_id: attic.hub_id, reason: 'helper' })
      const to = { ada: was, otto: was, cleosAgent: wakes({ hub_id: attic.hub_id, reason: 'owner' }) }
      await told('role', { to })
    })
  })

  async function heardOf(kind: InboxKind, act: () => Promise<Act>): Promise<void> {
    await now(Promise.resolve())
    const expected = await act()
    await server.landed()
    await told(kind, expected)
  }

  /** Exactly these hear it since `begun`, and exactly that. */
  async function told(kind: InboxKind, { from, to }: Act): Promise<void> {
    const items = await server.sql<{ participant_id: string; seq: number }[]>`
      select participant_id, seq::int from inbox_item where kind = ${kind} order by participant_id, seq`
    const news = items.filter(({ participant_id, seq }) => seq > (begun.get(participant_id) ?? 0))
    const names = news.map(({ participant_id }) => nameOf(participant_id))
    expect(names.toSorted()).to.deep.equal(Object.keys(to).toSorted())
    for (const { participant_id, seq } of news) {
      const name = nameOf(participant_id)
      const heard = to[name] as Heard
      if (!keys.has(name)) continue
      const item = (await itemsOf(name, seq - 1))[0]
      expect(item, name).to.include({ seq, kind, class: events[kind].class, folded: 0, ...heard })
      expect(item.from_id, 'from').to.equal(from && ids[from])
      expect(item.from_kind).to.equal(!from ? 'service' : ids[from]?.startsWith('agt_') ? 'agent' : 'human')
      expect(item.url, 'url').to.match(new RegExp(`^${server.url}/`))
      expect(Object.keys(item), name).to.have.members([
        ...common.filter((field) => field !== 'from_id' || from !== undefined),
        ...Object.keys(heard).filter((field) => field !== 'wakes'),
        ...whereabouts.filter((field) => item[field] !== undefined && !(field in heard)),
      ])
    }
  }
})
