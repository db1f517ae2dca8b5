import { expect } from 'chai'
import { hours, minutes } from '../../../src/rules/units.ts'
import { type Agent, signIn } from '../../support/cast.ts'
import { withCast } from '../../support/here.ts'
import { makesHub, makesPad } from '../../support/made.ts'

/** The specification's table of rights, row by row: the same act by owner, helper and member. */
describe('the rights by seat', () => {
  const { server, cast } = withCast({ SVC_PACE: 'off' })
  let seats: Readonly<Record<'owner' | 'helper' | 'member', Agent>>
  let slug: string
  let checked: string
  let number = 0

  before(async () => {
    slug = cast.hub.slug
    seats = { owner: cast.otto, helper: cast.bensAgent, member: cast.cleosAgent }
    checked = await makesHub(cast.otto, { title: 'Checked', mode: 'checked' })
    for (const agent of [cast.bensAgent, cast.cleosAgent]) {
      await agent.does('join_hub', { hub: checked })
      await cast.otto.does('moderate', { action: 'let_in', hub: checked, participant: agent.id })
    }
    const helper = { action: 'set_role', hub: checked, participant: cast.bensAgent.id, role: 'helper' }
    await cast.otto.does('moderate', helper)
  })
  beforeEach(() => server.advance(minutes(1)))

  type Act = (who: Agent) => Promise<[tool: string, args: object]> | [tool: string, args: object]
  const calls = async (who: Agent, act: Act) => {
    const [tool, args] = await act(who)
    return who.call(tool, args)
  }
  /** done, or why not, of each seat in turn */
  async function bySeat(act: Act): Promise<Record<string, string>> {
    const said: Record<string, string> = {}
    for (const [seat, who] of Object.entries(seats)) {
      const { ok, error } = await calls(who, act)
      said[seat] = ok ? 'yes' : (error?.reason ?? '')
    }
    return said
  }
  const everybody = { owner: 'yes', helper: 'yes', member: 'yes' }
  const keepers = (member: string) => ({ ...everybody, member })
  const text = '# Bread\n\nRest the dough for ten hours.'
  const newPad = (hub = slug): Promise<string> => makesPad(cast.otto, { hub, text })
  const newThread = async (by: Agent = cast.otto): Promise<{ thread_id: string; post_id: string }> =>
    (await by.does('start_thread', { hub: slug, title: `T ${++number}`, body: `Words ${number}` })) as any
  const change = (pad_id: string, more: object = {}) => ({
    pad_id,
    base_version: 1,
    text: text.replace('ten', `${++number}`),
    ...more,
  })

  // SPEC: post, start threads, make
  it('everybody with a seat posts, starts threads, makes pads and tasks, hands in results and suggests edits', async () => {
    const { thread_id } = await newThread()
    const acts: Readonly<Record<string, Act>> = {
      post: () => ['post_reply', { thread_id, body: `Post ${++number}` }],
      'start a thread': () => ['start_thread', { hub: slug, title: 'Mine', body: `Thread ${++number}` }],
      'make a pad': () => ['create_pad', { hub: slug, title: `Mine ${++number}` }],
      'make a task': () => ['create_task', { thread_id, title: `Task ${++number}` }],
      'hand in a result': async () => {
        const { task_id } = await cast.otto.does('create_task', { thread_id, title: `Task ${++number}` })
        return ['submit_result', { task_id, pad_id: cast.hub.front_pad.pad_id }]
      },
      'suggest an edit': async () => ['edit_pad', change(await newPad(), { propose: true })],
    }
    for (const [what, act] of Object.entries(acts)) expect(await bySeat(act), what).to.deep.equal(everybody)
  })

  // SPEC: edit pads directly yes
  // SPEC: What the service does > work is done when
  // SPEC: What the service does > a hub is open
  it('everybody edits pads directly in an Open hub, live at once; members only suggest in a Checked one', async () => {
    const pads: Record<string, string> = {}
    const edits =
      (hub: string): Act =>
      async (who) => {
        const pad_id = await newPad(hub)
        pads[`${hub} ${who.id}`] = pad_id
        return ['edit_pad', change(pad_id)]
      }
    expect(await bySeat(edits(slug))).to.deep.equal(everybody)
    expect((await cast.otto.does('open_hub', { hub: slug }))['mode']).to.equal('open')
    const live = pads[`${slug} ${cast.cleosAgent.id}`] as string
    expect((await cast.otto.call('open_pad', { pad_id: live })).text).not.to.contain('ten hours')
    expect(await bySeat(edits(checked))).to.deep.equal(keepers('suggestions_only'))
    const suggest = async () => ['edit_pad', change(await newPad(checked), { propose: true })] as [string, object]
    expect(await bySeat(suggest)).to.deep.equal(everybody)
  })

  // SPEC: undo edit anyone s
  it('owner and helpers undo anybody’s edit, members their own', async () => {
    const by =
      (author: Agent): Act =>
      async () => {
        const { edit_id } = await author.does('edit_pad', change(await newPad()))
        return ['undo_edit', { edit_id }]
      }
    const another = await (await signIn(server, 'Dora')).agent('Doras agent')
    await another.does('join_hub', { hub: slug })
    for (const author of [cast.otto, cast.bensAgent, another])
      expect(await bySeat(by(author))).to.deep.equal(keepers('not_yours'))
    expect(await bySeat(by(cast.cleosAgent))).to.deep.equal(everybody)
  })

  // SPEC: verify others work
  it('owner and helpers verify others’ work with a note, never their own; members with a track record, and nothing of ids linked to them', async () => {
    const suggestedBy =
      (author: Agent, more: object): Act =>
      async () => {
        const { edit_id } = await author.does('edit_pad', change(await newPad(checked), { propose: true }))
        return ['verify', { edit_id, ...more }]
      }
    const note = { note: 'I baked it so' }
    const dora = await signIn(server, 'Dora')
    const another = await dora.agent('Verified')
    const linked = await cast.cleo.agent('Cleos second')
    for (const agent of [another, linked]) {
      await agent.does('join_hub', { hub: checked })
      await cast.otto.does('moderate', { action: 'let_in', hub: checked, participant: agent.id })
    }
    expect(await bySeat(suggestedBy(another, note))).to.deep.equal(keepers('needs_track_record'))
    expect((await calls(cast.otto, suggestedBy(another, {}))).error).to.include({ reason: 'schema' })
    for (const own of Object.values(seats))
      expect((await calls(own, suggestedBy(own, note))).error).to.include({ reason: 'own_work' })

    for (let n = 0; n < 5; n++) {
      const { edit_id } = await cast.cleosAgent.does('edit_pad', change(await newPad(checked), { propose: true }))
      await cast.otto.does('verify', { edit_id, ...note })
    }
    await server.advance(hours(24 * 7) + minutes(1))
    expect(await bySeat(suggestedBy(another, note))).to.deep.equal(everybody)
    const theirs = await calls(cast.cleosAgent, suggestedBy(linked, note))
    expect(theirs.error).to.include({ error: 'forbidden', reason: 'linked_to_author' })
  })

  // SPEC: moderate, undo everything yes
  it('owner and helpers moderate and undo everything of somebody; a member does neither, but folds a thread of their own', async () => {
    const hide = async () =>
      ['moderate', { action: 'hide', ...(await idOf()), reason: 'off_topic' }] as [string, object]
    const idOf = async (by?: Agent) => ({ thread_id: (await newThread(by)).thread_id })
    expect(await bySeat(hide)).to.deep.equal(keepers('needs_helper'))
    const own = { action: 'hide', ...(await idOf(cast.cleosAgent)), reason: 'outdated' }
    expect((await cast.cleosAgent.call('moderate', own)).data).to.include({ status: 'folded' })
    const undo = { hub: slug, participant: cast.stranger.id, dry_run: true }
    expect(await bySeat(() => ['undo_everything', undo])).to.deep.equal(keepers('needs_helper'))
  })

  // SPEC: invite, update hub guide
  it('owner and helpers invite, and write Read me first', async () => {
    expect(await bySeat(() => ['invite', { hub: slug }])).to.deep.equal(keepers('needs_helper'))
    const write = (): [string, object] => ['update_hub', { hub: slug, guide: `Guide ${++number}` }]
    expect(await bySeat(write)).to.deep.equal(keepers('needs_helper'))
  })

  // SPEC: mark a thread s
  // SPEC: open edit pad with
  it('owner, helpers and whoever started the thread mark its answer, and nobody else does', async () => {
    const marks =
      (starter: Agent): Act =>
      async () => {
        const { thread_id } = await newThread(starter)
        const { post_id } = await cast.otto.does('post_reply', { thread_id, body: `Answer ${++number}` })
        return ['edit_pad', { resolves_thread: thread_id, answer_id: post_id }]
      }
    expect(await bySeat(marks(cast.otto))).to.deep.equal(keepers('needs_helper'))
    expect(await bySeat(marks(cast.cleosAgent))).to.deep.equal(everybody)
    const [, args] = await marks(cast.cleosAgent)(cast.cleosAgent)
    const { resolves_thread, answer_id } = args as { resolves_thread: string; answer_id: string }
    const read = () => cast.otto.call('open_thread', { thread_id: resolves_thread })
    const before = (await read()).data
    expect(before).to.include({ status: 'open' })
    await cast.cleosAgent.does('edit_pad', args)
    const after = await read()
    expect(after.data).to.include({ status: 'answered', version: String(Number(before['version']) + 1) })
    expect(after.text).to.match(new RegExp(`${answer_id}[^\\n]*marked as the answer`))
  })

  // SPEC: name helpers, mode, audience
  // SPEC: private update hub audience
  // SPEC: public update hub audience
  // SPEC: States and transitions / Hub > open update hub mode
  // SPEC: States and transitions / Hub > checked update hub mode
  it('the owner alone names helpers, switches Open and Checked, publishes after a preview and takes back', async () => {
    const hub = await makesHub(cast.otto, { title: 'Switched' })
    for (const agent of [cast.bensAgent, cast.cleosAgent]) {
      await agent.does('join_hub', { hub })
      await cast.otto.does('moderate', { action: 'let_in', hub, participant: agent.id })
    }
    const role = { action: 'set_role', hub, participant: cast.cleosAgent.id }
    await cast.otto.does('moderate', { ...role, participant: cast.bensAgent.id, role: 'helper' })
    const refused = { helper: 'needs_owner', member: 'needs_owner' }
    const acts: readonly [what: string, tool: string, args: object][] = [
      ['name helpers', 'moderate', { ...role, role: 'helper' }],
      ['from Open to Checked', 'update_hub', { hub, mode: 'checked' }],
      ['from Checked to Open', 'update_hub', { hub, mode: 'open' }],
      ['look before publishing', 'update_hub', { hub, audience: 'public' }],
    ]
    const stands = async () => {
      const { mode, audience } = await cast.otto.does('open_hub', { hub })
      return `${mode} ${audience}`
    }
    const states: string[] = []
    for (const [what, tool, args] of acts) {
      for (const seat of ['helper', 'member'] as const)
        expect((await seats[seat].call(tool, args)).error?.reason, `${what} by a ${seat}`).to.equal(refused[seat])
      await cast.otto.does(tool, args)
      states.push(await stands())
      if (what === 'name helpers') await cast.otto.does('moderate', { ...role, role: 'member' })
    }
    expect(states).to.deep.equal(['open private', 'checked private', 'open private', 'open private'])
    const { preview } = await cast.otto.does('update_hub', { hub, audience: 'public' })
    const publish = { hub, audience: 'public', publish_token: preview.publish_token }
    for (const seat of ['helper', 'member'] as const)
      expect((await seats[seat].call('update_hub', publish)).error?.reason).to.equal(refused[seat])
    await cast.otto.does('update_hub', publish)
    expect(await stands()).to.equal('open public')
    for (const seat of ['helper', 'member'] as const)
      expect((await seats[seat].call('update_hub', { hub, audience: 'private' })).error?.reason).to.equal(refused[seat])
    await cast.otto.does('update_hub', { hub, audience: 'private' })
    expect(await stands()).to.equal('open private')
  })
})
