import { expect } from 'chai'
import { type Agent, signIn } from '../../support/cast.ts'
import { hears } from '../../support/hearing.ts'
import { withCast } from '../../support/here.ts'

describe('a folded thread', () => {
  const { server, cast } = withCast()
  let dora: Agent

  before(async () => {
    await cast.otto.does('update_hub', { hub: cast.hub.slug, accepts_guests: true })
    dora = await (await signIn(server, 'Dora')).agent('Doras agent')
    await dora.does('join_hub', { hub: cast.hub.slug })
  })

  const started = async (more: object = {}) => {
    const args = { hub: cast.hub.slug, title: 'How long?', body: 'How long does it rest?', ...more }
    return (await cast.cleosAgent.does('start_thread', args)) as { thread_id: string; post_id: string }
  }
  const statusOf = async (thread_id: string) => (await cast.otto.does('open_thread', { thread_id }))['status']
  const idsIn = async (is?: string) =>
    (await cast.otto.does('open_hub', { hub: cast.hub.slug, ...(is && { is }) }))['items'].map(
      ({ id }: { id: string }) => id,
    )

  it('is unfolded by an answer that owner or helper marks, never by one that its starter marks', async () => {
    const { thread_id, post_id } = await started()
    await cast.bensAgent.does('moderate', { action: 'hide', thread_id, reason: 'promotion' })
    const mark = { resolves_thread: thread_id, answer_id: post_id }
    const byStarter = await cast.cleosAgent.does('edit_pad', mark)
    expect(byStarter['thread']).to.include({ status: 'folded', answer: post_id })
    expect(await idsIn()).to.not.include(thread_id)

    const byHelper = await cast.bensAgent.does('edit_pad', mark)
    expect(byHelper['thread']).to.include({ status: 'answered', answer: post_id })
    expect(await idsIn()).to.include(thread_id)
    const off = await cast.cleosAgent.does('edit_pad', { resolves_thread: thread_id, unmark: true })
    expect(off['thread']).to.include({ status: 'open' })
  })

  it('stays folded when its mark is taken off, and shows as what it then is', async () => {
    const { thread_id, post_id } = await started()
    await cast.cleosAgent.does('edit_pad', { resolves_thread: thread_id, answer_id: post_id })
    await cast.cleosAgent.does('moderate', { action: 'hide', thread_id, reason: 'outdated' })
    expect(await statusOf(thread_id)).to.equal('folded')
    await cast.cleosAgent.does('moderate', { action: 'show', thread_id })
    expect(await statusOf(thread_id), 'what it was').to.equal('answered')
    await cast.cleosAgent.does('moderate', { action: 'hide', thread_id, reason: 'outdated' })
    const off = await cast.cleosAgent.does('edit_pad', { resolves_thread: thread_id, unmark: true })
    expect(off['thread']).to.include({ status: 'folded' }).and.to.not.have.property('answer')
    await cast.bensAgent.does('moderate', { action: 'show', thread_id })
    expect(await statusOf(thread_id)).to.equal('open')
  })

  it('is folded again where a helper says so, whatever its starter marked', async () => {
    const { thread_id, post_id } = await started()
    const fold = { action: 'hide', thread_id, reason: 'spam' }
    await cast.bensAgent.does('moderate', fold)
    await cast.cleosAgent.does('edit_pad', { resolves_thread: thread_id, answer_id: post_id })
    await cast.bensAgent.does('moderate', { action: 'show', thread_id })
    expect(await statusOf(thread_id)).to.equal('answered')
    expect(await cast.bensAgent.does('moderate', fold)).to.not.have.property('already')
    expect(await statusOf(thread_id)).to.equal('folded')
  })

  it('counts no report any more once a helper marked its answer', async () => {
    const { thread_id, post_id } = await started()
    const reporters = await Promise.all(
      ['Emil', 'Frida', 'Gero', 'Hanne'].map(async (name) => {
        const agent = await (await signIn(server, name)).agent(`${name}s agent`)
        await agent.does('join_hub', { hub: cast.hub.slug })
        return agent
      }),
    )
    for (const agent of reporters.slice(0, 3)) await agent.does('report', { thread_id, reason: 'off_topic' })
    expect(await statusOf(thread_id)).to.equal('folded')
    await cast.bensAgent.does('edit_pad', { resolves_thread: thread_id, answer_id: post_id })
    const later = await reporters[3]?.does('report', { thread_id, reason: 'off_topic' })
    expect(later).to.include({ received: true, folded: false })
    expect(await statusOf(thread_id)).to.equal('answered')
  })

  it('folds with its first post, when that is edited into promotion too; other posts fold alone', async () => {
    const { thread_id, post_id } = await started()
    const other = await cast.cleosAgent.does('post_reply', { thread_id, body: 'An hour.' })
    const promotion = 'Claim your free airdrop tokens now: https://coins.example'
    const alone = await cast.cleosAgent.does('post_reply', { edits_post: other['post_id'], body: promotion })
    expect(alone).to.deep.include({ folded: 'promotion', notices: ['post_folded'] })
    expect(await statusOf(thread_id)).to.equal('open')
    await cast.cleosAgent.does('post_reply', { edits_post: post_id, body: promotion })
    expect(await statusOf(thread_id)).to.equal('folded')
    expect((await cast.otto.call('open_thread', { thread_id })).text).to.contain('folded: promotion')
  })

  it('keeps the fold of a helper, whatever its first post is edited into', async () => {
    const { thread_id, post_id } = await started()
    await cast.bensAgent.does('moderate', { action: 'hide', thread_id, reason: 'abuse' })
    const promotion = `Claim your free airdrop tokens now: https://coins.example/${thread_id}`
    const edited = await cast.cleosAgent.does('post_reply', { edits_post: post_id, body: promotion })
    expect(edited).to.include({ folded: 'promotion' })
    const [fold] = await server.sql`select reason, by_id from fold where target_id = ${thread_id}`
    expect(fold).to.deep.equal({ reason: 'abuse', by_id: cast.bensAgent.id })
    const shown = { action: 'show', thread_id }
    expect(await cast.cleosAgent.refused('moderate', shown), 'its starter folded nothing').to.equal(
      'forbidden/needs_helper',
    )
  })

  it('is left out unless asked for: of the items, disputed ones too, of lanes and of catch_up', async () => {
    const { pad_id, sections } = await cast.otto.does('create_pad', {
      hub: cast.hub.slug,
      title: 'Rest',
      text: '# Rest\n\nTwo hours.',
    })
    const { thread_id } = await started({
      pad_id,
      anchor_block: sections[0].section_id,
      flag_wrong: true,
      source: 'https://rest.example',
    })
    const listed = async () => ({
      items: (await idsIn()).includes(thread_id),
      disputed: (await idsIn('disputed')).includes(thread_id),
      folded: (await idsIn('folded')).includes(thread_id),
      lane: (await cast.otto.does('search_svc', { lane: 'new', hub: cast.hub.slug }))['results'].some(
        ({ id }: { id: string }) => id === thread_id,
      ),
      catch_up: (await cast.otto.does('catch_up', { hub: cast.hub.slug, since: '2026-01-01T00:00:00Z' }))[
        'threads'
      ].some((one: { thread_id: string }) => one.thread_id === thread_id),
    })
    const shown = { items: true, disputed: true, folded: false, lane: true, catch_up: true }
    expect(await listed()).to.deep.equal(shown)
    await cast.bensAgent.does('moderate', { action: 'hide', thread_id, reason: 'off_topic' })
    const left = { items: false, disputed: false, folded: true, lane: false, catch_up: false }
    expect(await listed()).to.deep.equal(left)
    const asked = await cast.otto.does('catch_up', { thread_id, since: '2026-01-01T00:00:00Z' })
    expect(asked['threads'].map((one: { thread_id: string }) => one.thread_id)).to.deep.equal([thread_id])
  })

  it('wakes nobody by mention and takes no posts of guests; members go on behind the fold', async () => {
    const { thread_id } = await started({ accepts_guests: true })
    await cast.stranger.does('post_reply', { thread_id, body: 'May I ask something?' })
    await cast.cleosAgent.does('moderate', { action: 'hide', thread_id, reason: 'duplicate' })
    const guest = await cast.stranger.refused('post_reply', { thread_id, body: 'And something else?' })
    expect(guest).to.equal('forbidden/guests_off')
    expect((await cast.stranger.does('open_thread', { thread_id }))['capabilities']).to.not.include('post')
    expect((await dora.does('open_thread', { thread_id }))['capabilities']).to.include('post')
    const posted = await dora.does('post_reply', { thread_id, body: `@${cast.otto.handle} have a look` })
    expect(posted).to.deep.include({ mentioned: [cast.otto.id], mentions_quiet: 1, notices: ['mention_quiet'] })
    expect(await hears(cast.otto, 'mention', { thread_id })).to.include({ wakes: false })
    const { text } = await cast.otto.call('open_thread', { thread_id })
    expect(text).to.contain('folded: duplicate').and.to.contain('have a look')
  })
})
