import { expect } from 'chai'
import { connect } from '../support/assistant.ts'
import { type Agent, makePublic, register, withKey } from '../support/cast.ts'
import { withCast } from '../support/here.ts'
import { makesHub, makesPad, makesTask, startsThread } from '../support/made.ts'
import { type Offer, offersIn, ownLines } from '../support/offers.ts'

/**
 * Whatever an answer offers its reader is done as it says it. What is sent holds what looks like a secret: that is refused last
 * of all, and changes nothing, so such a refusal says that the caller's rights and the state of the place agreed.
 */
const secret = `${'AKIA'}${'IOSFODNN7EXAMPLE'}`
const isAgreed = (outcome: string): boolean => ['agreed', 'invalid/sensitive'].includes(outcome)
/** What the offer itself takes for granted, or the answer has said already. */
const says = new Set([
  'forbidden/needs_track_record',
  'forbidden/linked_to_author',
  'locked/agents_paused',
  // a DM that the reader blocked, and may unblock
  'forbidden/dm_not_open',
  // what to suggest is theirs to say
  'invalid/nothing_to_do',
])
const isSaid = (outcome: string): boolean => says.has(outcome)

type Arguments = Readonly<Record<string, unknown>>

interface Place {
  readonly name: string
  /** how it is read */
  readonly read: readonly [tool: string, args: Arguments]
  /** ids that its reader knows */
  readonly known: Arguments
  /** what somebody may want to do there, each with the capability that stands for it */
  readonly acts: readonly (readonly [capability: string, tool: string, args: Arguments])[]
}

/** Words for arguments that take some. */
const words: Readonly<Record<string, Arguments>> = {
  post_reply: { body: secret },
  start_thread: { title: 'Rye', body: secret },
  submit_result: { link: 'https://rye.example/', summary: secret },
  moderate: { note: secret },
  update_task: { note: secret },
  edit_pad: { note: secret },
  undo_edit: { note: secret },
  verify: { note: secret },
  join_hub: { note: secret },
  report: { note: secret },
  respond_to_dm: { note: secret },
}
/** What they are called as arguments is not always what an answer calls them. */
const known = (about: Arguments): Arguments => ({
  reply_to: about['post_id'],
  hub: about['hub_id'],
  participant: about['from_id'],
  reason: 'off_topic',
  ...about,
})
/** Tools that would change something where they agree, having no words. */
const spared = new Set(['link', 'rotate_key', 'start_dm', 'create_hub', 'undo_everything'])
/** The argument that names what a tool is about: the reader has just read it. */
const subject: Readonly<Record<string, string>> = {
  open_thread: 'thread_id',
  open_pad: 'pad_id',
  open_hub: 'hub',
  update_task: 'task_id',
  submit_result: 'task_id',
  respond_to_dm: 'dm_id',
}

describe('what an answer offers', function () {
  this.timeout(300_000)
  const { server, cast } = withCast({ SVC_PACE: 'off' })
  const roles = new Map<string, Agent>()
  const places: Place[] = []

  const thread = (name: string, thread_id: string, post_id: string) =>
    places.push({
      name,
      read: ['open_thread', { thread_id }],
      known: { thread_id, post_id },
      acts: [
        ['post', 'post_reply', { thread_id, reply_to: post_id }],
        ['answer', 'edit_pad', { resolves_thread: thread_id, answer_id: post_id }],
        ['', 'post_reply', { edits_post: post_id }],
        ['', 'undo_edit', { post_id }],
        ['', 'create_task', { thread_id, title: secret }],
        ['', 'moderate', { action: 'hide', post_id, reason: 'off_topic' }],
        ['', 'moderate', { action: 'lock', thread_id }],
        ['', 'moderate', { action: 'show', thread_id }],
        ['', 'report', { thread_id, reason: 'spam' }],
      ],
    })
  /** `fought`: its one section takes suggestions alone, and a new one before it any edit. */
  const pad = (
    name: string,
    pad_id: string,
    edit_id: string,
    suggested: string,
    decision_id?: string,
    fought = false,
  ) =>
    places.push({
      name,
      read: ['open_pad', { pad_id, blocks: true, history: true }],
      known: { pad_id, edit_id: suggested, decision_id },
      acts: [
        [fought ? '' : 'edit', 'edit_pad', { pad_id, inserts: [{ after: 'end', text: 'Rye.' }] }],
        ['propose', 'edit_pad', { pad_id, propose: true, inserts: [{ after: 'end', text: 'Rye.' }] }],
        ['post', 'start_thread', { pad_id }],
        ['', 'start_thread', { pad_id, flag_wrong: true, source: 'https://rye.example/' }],
        ['', 'edit_pad', { pad_id, decision: { text: secret } }],
        ['', 'undo_edit', { edit_id }],
        ['', 'verify', { edit_id: suggested, outcome: 'checked' }],
        ['', 'moderate', { action: 'lock', pad_id }],
        ...(['accept', 'turn_down', 'withdraw'] as const).flatMap((outcome) => [
          ['', 'edit_pad', { review: { edit_id: suggested, outcome, note: secret } }] as const,
          ...(decision_id === undefined
            ? []
            : [['', 'edit_pad', { review: { decision_id, outcome, note: secret } }] as const]),
        ]),
      ],
    })
  const task = (state: string, thread_id: string, task_id: string) =>
    places.push({
      name: `a task that is ${state}`,
      read: ['open_thread', { thread_id }],
      known: { thread_id, task_id },
      acts: [
        ...['take', 'start', 'block', 'unblock', 'decline', 'cancel'].map(
          (action) => ['', 'update_task', { task_id, action }] as const,
        ),
        ['', 'update_task', { task_id, action: 'review', outcome: 'approve' }],
        ['', 'update_task', { task_id, action: 'review', outcome: 'send_back' }],
        ['', 'submit_result', { task_id }],
      ],
    })
  const conversation = (status: string, dm_id: string) =>
    places.push({
      name: `a DM that is ${status}`,
      read: ['list_dms', { dm_id }],
      known: { dm_id },
      acts: [
        ['', 'post_reply', { dm_id }],
        ...['accept', 'decline', 'block', 'unblock', 'report'].map(
          (action) => ['', 'respond_to_dm', { dm_id, action }] as const,
        ),
      ],
    })
  const hub = (name: string, slug: string, participant: string) =>
    places.push({
      name,
      read: ['open_hub', { hub: slug, members: true }],
      known: { hub: slug },
      acts: [
        ['post', 'start_thread', { hub: slug }],
        ['guide', 'update_hub', { hub: slug, guide: secret }],
        ['', 'create_pad', { hub: slug, title: 'Rye', text: secret }],
        ['', 'moderate', { action: 'remove', hub: slug, participant }],
        ['', 'moderate', { action: 'take_over', hub: slug }],
        ['', 'undo_everything', { hub: slug, participant, dry_run: true }],
      ],
    })

  before(async () => {
    const { ada, ben, cleo, otto, bensAgent, cleosAgent, stranger, hub: bakery } = cast
    const { slug } = bakery
    const [second, gone, lone] = [await ben.agent('Second'), await ben.agent('Gone'), await register(server, 'Lone')]
    for (const who of [second, gone, lone]) await who.does('join_hub', { hub: slug })
    await otto.does('moderate', { action: 'remove', hub: slug, participant: gone.id })
    await otto.does('update_hub', { hub: slug, accepts_guests: true })

    // threads
    for (const state of ['plain', 'taking guests', 'folded', 'locked', 'answered', 'hidden']) {
      const thread_id = await startsThread(cleosAgent, { hub: slug, accepts_guests: state !== 'plain' })
      const { post_id } = await cleosAgent.does('post_reply', { thread_id, body: `Rye, ${state}. @${otto.handle}` })
      const covers = { thread_id, reason: 'off_topic' }
      if (state === 'folded') await otto.does('moderate', { action: 'hide', ...covers })
      if (state === 'hidden') await otto.does('moderate', { action: 'hide', level: 'hide', ...covers })
      if (state === 'locked') await otto.does('moderate', { action: 'lock', thread_id })
      if (state === 'answered') await otto.does('edit_pad', { resolves_thread: thread_id, answer_id: post_id })
      thread(`a thread that is ${state}`, thread_id, post_id)
    }

    // pads, and one in a Checked hub
    const checked = await makesHub(otto, { title: 'Checked' })
    for (const who of [bensAgent, cleosAgent, second]) {
      await who.does('join_hub', { hub: checked })
      await otto.does('moderate', { action: 'let_in', hub: checked, participant: who.id })
    }
    await otto.does('moderate', { action: 'set_role', hub: checked, participant: bensAgent.id, role: 'helper' })
    for (const state of ['plain', 'locked', 'hidden', 'folded', 'in a Checked hub']) {
      const isChecked = state === 'in a Checked hub'
      const text = '# One\n\nFirst words.'
      const pad_id = await makesPad(cleosAgent, { hub: isChecked ? checked : slug, text })
      const more = (words: string) => ({ pad_id, inserts: [{ after: 'end', text: words }] })
      const { edit_id } = await cleosAgent.does('edit_pad', more('Second words.'))
      if (isChecked) await otto.does('update_hub', { hub: checked, mode: 'checked' })
      const { edit_id: suggested } = await cleosAgent.does('edit_pad', { ...more('Third words.'), propose: true })
      const { decision } = await cleosAgent.does('edit_pad', { pad_id, decision: { text: 'Rye.' }, propose: true })
      if (state === 'locked') await otto.does('moderate', { action: 'lock', pad_id })
      if (state === 'folded') await otto.does('moderate', { action: 'hide', pad_id, reason: 'off_topic' })
      if (state === 'hidden')
        await otto.does('moderate', { action: 'hide', level: 'hide', pad_id, reason: 'off_topic' })
      pad(`a pad that is ${state}`, pad_id, edit_id, suggested, decision?.decision_id)
    }

    // whose text several suggested to change, and one that people fight over
    const several = await makesPad(otto, { hub: checked, text: '# One\n\nFirst words.' })
    const adds = (pad_id: string, text: string) => ({ pad_id, inserts: [{ after: 'end', text }] })
    const { edit_id: owners } = await otto.does('edit_pad', adds(several, 'Second words.'))
    for (const who of [bensAgent, cleosAgent, second]) {
      const { edit_id } = await who.does('edit_pad', { ...adds(several, `Words of ${who.handle}.`), propose: true })
      pad(`a pad with suggestions of several, of which one is @${who.handle}’s`, several, owners, edit_id)
    }
    const fought = await makesPad(cleosAgent, { hub: slug, text: '# One\n\nFirst words.' })
    const { edit_id: standing } = await cleosAgent.does('edit_pad', adds(fought, 'Words that stand.'))
    for (const [n, keeper] of [otto, bensAgent, otto].entries()) {
      const { edit_id } = await cleosAgent.does(
        'edit_pad',
        adds(fought, `Words ${n} that @${keeper.handle} does not want.`),
      )
      await keeper.does('undo_edit', { edit_id })
    }
    const { edit_id: peace } = await cleosAgent.does('edit_pad', { ...adds(fought, 'Peace.'), propose: true })
    pad('a pad that people fight over', fought, standing, peace, undefined, true)

    // tasks
    const work = await startsThread(cleosAgent, { hub: slug })
    for (const state of [
      'open',
      'assigned',
      'taken',
      'working',
      'blocked',
      'in review',
      'approved',
      'done',
      'over',
      'with another now',
    ]) {
      const task_id = await makesTask(cleosAgent, {
        thread_id: work,
        ...(state !== 'open' && { assignee: second.id }),
        ...(['in review', 'approved'].includes(state) && { reviewer: otto.id }),
      })
      const moves = (by: Agent, action: string, more = {}) => by.does('update_task', { task_id, action, ...more })
      if (state === 'taken') await moves(second, 'take')
      if (['working', 'blocked', 'in review', 'approved', 'done', 'with another now'].includes(state))
        await moves(second, 'start')
      if (state === 'with another now') {
        await moves(second, 'decline')
        await moves(bensAgent, 'take')
      }
      if (state === 'blocked') await moves(second, 'block', { note: 'No oven.' })
      if (['in review', 'approved', 'done'].includes(state))
        await second.does('submit_result', { task_id, link: 'https://rye.example/' })
      if (state === 'approved') await moves(otto, 'review', { outcome: 'approve' })
      if (state === 'over') await moves(cleosAgent, 'cancel')
      task(state, work, task_id)
    }

    // hubs, and one whose agents are paused
    const still = await makesHub(otto, { title: 'Still' })
    for (const who of [bensAgent, cleosAgent]) {
      await who.does('join_hub', { hub: still })
      await otto.does('moderate', { action: 'let_in', hub: still, participant: who.id })
    }
    const quiet = await startsThread(cleosAgent, { hub: still })
    const { post_id: last } = await cleosAgent.does('post_reply', { thread_id: quiet, body: 'Rye, and then nothing.' })
    await otto.does('moderate', { action: 'pause_agents', hub: still })
    thread('a thread whose agents are paused', quiet, last)
    hub('a public hub that takes guests', slug, second.id)
    hub('a Checked hub', checked, second.id)
    hub('a hub whose agents are paused', still, bensAgent.id)

    // one that was public until just now, and from which somebody was removed
    const closed = await makesHub(otto, { title: 'Closed' })
    await makePublic(otto, closed)
    for (const who of [bensAgent, cleosAgent, gone]) await who.does('join_hub', { hub: closed })
    const inside = await startsThread(cleosAgent, { hub: closed })
    const { post_id: between } = await gone.does('post_reply', { thread_id: inside, body: 'Rye, while it is open.' })
    await otto.does('moderate', { action: 'remove', hub: closed, participant: gone.id })
    await otto.does('update_hub', { hub: closed, audience: 'private' })
    hub('a hub that was closed', closed, second.id)
    thread('a thread of a hub that was closed', inside, between)

    // between two
    for (const [status, from, to, answered] of [
      ['open', bensAgent, cleosAgent, 'accept'],
      ['declined', bensAgent, otto, 'decline'],
      ['blocked', second, cleosAgent, 'block'],
    ] as const) {
      const { dm_id } = await from.does('start_dm', { to: `@${to.handle}`, body: 'May I copy your pad?' })
      await to.call('respond_to_dm', { dm_id, action: answered })
      conversation(status, dm_id)
    }

    // what waits in inboxes
    await stranger.does('join_hub', { hub: checked, note: 'May I?' })
    const talk = await startsThread(otto, { hub: slug })
    const { post_id: said } = await cleosAgent.does('post_reply', {
      thread_id: talk,
      body: `Rye? @${bensAgent.handle}`,
    })
    await second.does('report', { post_id: said, reason: 'spam' })
    await cleosAgent.does('start_dm', { to: `@${otto.handle}`, body: 'May I copy your pad?' })

    for (const [name, agent] of Object.entries({ owner: otto, helper: bensAgent, member: cleosAgent }))
      roles.set(name, agent)
    for (const [name, agent] of Object.entries({
      'who was removed': gone,
      'an assignee': second,
      'an unlinked member': lone,
    }))
      roles.set(name, agent)
    roles.set('a stranger', stranger)
    const [adas, cleos] = [(await connect(server, ada)).as, (await connect(server, cleo)).as]
    roles.set('a chat assistant of the owner', adas)
    roles.set('a chat assistant without a seat', cleos)
    for (const [by, agent] of [
      [adas, otto],
      [cleos, cleosAgent],
    ] as const) {
      const call: Agent['call'] = (tool, args, door) => by.call(tool, { ...args, as_agent: agent.handle }, door)
      roles.set(`a chat assistant that speaks as @${agent.handle}`, { ...agent, call })
    }
    const threads = [quiet, work].concat(places.flatMap(({ known: { thread_id } }) => (thread_id as string) ?? []))
    for (const rights of [
      ['read', 'post'],
      ['read', 'post', 'react', 'propose', 'task'],
    ]) {
      const open = await Promise.all(
        [...new Set(threads)].map(async (id) =>
          (await cleosAgent.call('open_thread', { thread_id: id })).ok ? [id] : [],
        ),
      )
      const { pad_id } = bakery.front_pad
      const made = await cleosAgent.does('mint_subagent', { name: 'Sub', threads: open.flat(), pads: [pad_id], rights })
      const { id, handle } = made['agent']
      roles.set(
        `a sub-agent for ${rights.join(', ')}`,
        withKey(server, { id, handle: handle.slice(1), key: made['agent_key'] }),
      )
    }
    await server.landed()
  })

  const outcomeOf = async (agent: Agent, tool: string, args: object) => {
    const { ok, error } = await agent.call(tool, { ...words[tool], ...args })
    return { outcome: ok ? 'agreed' : `${error?.error}/${error?.reason}`, error }
  }

  /** Does what is offered, and says what was refused. */
  async function taking(agent: Agent, offers: readonly Offer[], about: Arguments, sent: Arguments = {}) {
    const wrong: string[] = []
    const here = known(about)
    for (const { tool, args, unsaid, words: said } of offers) {
      const names = [...unsaid, subject[tool] ?? ''].filter((name) => !(name in args))
      if (spared.has(tool) || unsaid.some((name) => here[name] === undefined && words[tool]?.[name] === undefined))
        continue
      const filled = Object.fromEntries(names.flatMap((name) => (here[name] === undefined ? [] : [[name, here[name]]])))
      const call = { ...sent, ...filled, ...args, ...('wait' in args && { wait: 0 }) }
      const { outcome, error } = await outcomeOf(agent, tool, call)
      if (!isAgreed(outcome) && !isSaid(outcome))
        wrong.push(`"${said.slice(0, 90)}": ${tool} ${JSON.stringify(call)} is ${outcome}: ${error?.message}`)
    }
    return wrong
  }

  const offeredIn = (text: string) => ownLines(text).flatMap(offersIn)

  async function wrongAt(agent: Agent, place: Place): Promise<readonly string[]> {
    const [tool, args] = place.read
    const { ok, text, data } = await agent.call(tool, args)
    const wrong = await taking(agent, offeredIn(text), place.known)
    const can = new Set<string>(data['capabilities'] ?? [])
    for (const [capability, name, asked] of place.acts) {
      const { outcome, error } = await outcomeOf(agent, name, asked)
      const call = `${name} ${JSON.stringify(asked)}`
      // who has no seat is told so instead, and may still start a thread where guests are taken
      if (
        ok &&
        capability !== '' &&
        can.has(capability) !== isAgreed(outcome) &&
        (capability !== 'post' || can.size > 0)
      )
        wrong.push(`${can.has(capability) ? 'offers' : 'does not offer'} ${capability}, and ${call} is ${outcome}`)
      if (isAgreed(outcome)) continue
      // what a refusal says instead
      const instead = offeredIn(error?.message ?? '')
      const anew = await Promise.all(
        instead.map((offer) => taking(agent, [offer], place.known, offer.tool === name ? asked : {})),
      )
      wrong.push(...anew.flat().map((what) => `${call} is ${outcome}, which says ${what}`))
    }
    return wrong
  }

  async function wrongInInbox(agent: Agent): Promise<readonly string[]> {
    const { ok, text, data } = await agent.call('show_svc', { after: 0 })
    if (!ok) return [text]
    const lines = ownLines(text)
    const isOver = ({ seq }: { seq: number }) =>
      lines.some((line) => line.startsWith(`seq ${seq} `) && line.endsWith('nothing waits for you here'))
    const wrong = await Promise.all(
      (data['items'] as { seq: number; kind: string; reason?: string }[])
        .filter((item) => !isOver(item))
        .map(async (item) => {
          const way = lines.find((line) => new RegExp(`^${item.kind}(?: ${item.reason})? is answered by: `).test(line))
          return way === undefined ? [] : taking(agent, reviewing(offersIn(way)), { ...item })
        }),
    )
    return wrong.flat()
  }

  /** `review {edit_id, outcome} accept or turn_down` */
  const reviewing = (offers: readonly Offer[]): readonly Offer[] =>
    offers.filter(({ tool, words: said }) => tool !== 'edit_pad' || !said.includes('review {'))

  it('is what its reader may do, whoever they are and however things stand', async () => {
    const wrong = await Promise.all(
      [...roles].map(async ([role, agent]) => {
        const found: string[] = []
        for (const place of places)
          found.push(...(await wrongAt(agent, place)).map((what) => `${role}, ${place.name}: ${what}`))
        found.push(...(await wrongInInbox(agent)).map((what) => `${role}, inbox: ${what}`))
        return found
      }),
    )
    expect(wrong.flat().join('\n')).to.equal('')
  })
})
