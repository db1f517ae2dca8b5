import { expect } from 'chai'
import { reads } from '../../../src/rules/limits.ts'
import { tools } from '../../../src/tools/index.ts'
import { shownLess } from '../../../src/tools/card_shortened.ts'
import { connect } from '../../support/assistant.ts'
import type { Agent } from '../../support/cast.ts'
import { mcp, type Said } from '../../support/doors.ts'
import { withCast } from '../../support/here.ts'

interface Loose {
  readonly kind: string
  readonly sections?: readonly { readonly text?: string; readonly blocks?: readonly []; readonly cut?: boolean }[]
}

const elsewhere = { client: { redirect_uris: ['https://chat.example/cb'] }, redirect_uri: 'https://chat.example/cb' }

describe('what a chat host draws after a call', () => {
  const { server, cast } = withCast({ SVC_PACE: 'off' })
  let claude: Agent
  let hub: string
  before(async () => {
    claude = (await connect(server, cast.ada)).as
    hub = cast.hub.slug
  })

  const asks = (tool: string, args: object = {}, by: Agent = claude): Promise<Said> => by.call(tool, args, mcp)
  const tokenOf = async (): Promise<string> => (await asks('ui_view_session')).result?.['_meta']['svc/viewToken'].token
  const metaOf = ({ result, error }: Said): Record<string, any> => {
    if (error || !result) throw new Error(`refused: ${JSON.stringify(error)}`)
    return result['_meta']
  }
  const shows = async (tool: string, args: object = {}): Promise<Record<string, any>> =>
    metaOf(await asks(tool, args))['svc/view']

  it('is a card after each of the eighteen tools that have one, and the card shows what was done', async () => {
    const drawn = new Map<string, Record<string, any>>()
    const draw = async (tool: string, args: object = {}): Promise<Said> => {
      const said = await asks(tool, args)
      drawn.set(tool, metaOf(said)['svc/view'])
      return said
    }
    const made = await draw('create_hub', { title: 'Kneading', guide: 'Be brief.' })
    const { slug } = made.data
    await draw('update_hub', { hub: slug, title: 'Kneading by hand' })
    await draw('invite', { hub: slug, view_token: await tokenOf() })
    await draw('open_hub', { hub: slug })
    const { thread_id } = (await draw('start_thread', { hub: slug, title: 'Salt', body: 'How much?' })).data
    const { post_id } = (await draw('post_reply', { thread_id, body: 'Two per cent.' })).data
    await draw('react', { post_id, reaction: 'thanks' })
    await draw('open_thread', { thread_id })
    const { pad_id, sections } = (await draw('create_pad', { hub: slug, title: 'Bread', text: '# Salt\n\nA pinch.' }))
      .data
    await draw('edit_pad', { pad_id, base_version: 1, text: '# Salt\n\nTwo per cent.' })
    await draw('open_pad', { pad_id })
    const looked = { pad_id, sections: [sections[0].section_id], note: 'Weighed it twice on Sunday.' }
    await draw('verify', { ...looked, view_token: await tokenOf() })
    const { task_id } = (await draw('create_task', { thread_id, title: 'Weigh the salt' })).data
    await draw('update_task', { task_id, action: 'take' })
    await draw('submit_result', { task_id, pad_id })
    await draw('show_svc')
    await draw('search_svc', { query: 'Salt' })
    await draw('catch_up', { hub: slug })

    const kinds = [...drawn].map(([tool, view]) => [tool, view?.['kind']])
    expect(Object.fromEntries(kinds)).to.deep.equal({
      create_hub: 'hub',
      update_hub: 'hub',
      invite: 'hub',
      open_hub: 'hub',
      start_thread: 'thread',
      post_reply: 'thread',
      react: 'thread',
      open_thread: 'thread',
      create_pad: 'pad',
      edit_pad: 'pad',
      open_pad: 'pad',
      verify: 'pad',
      create_task: 'tasks',
      update_task: 'tasks',
      submit_result: 'tasks',
      show_svc: 'home',
      search_svc: 'search',
      catch_up: 'hub',
    })
    expect([...drawn.keys()].toSorted()).to.deep.equal(
      tools
        .filter(({ card }) => card)
        .map(({ name }) => name)
        .toSorted(),
    )
    expect(drawn.get('update_hub')).to.include({ title: 'Kneading by hand', guide: 'Be brief.' })
    expect(drawn.get('post_reply')?.['posts'].at(-1)).to.include({ id: post_id, body: 'Two per cent.' })
    expect(drawn.get('react')?.['posts'].at(-1).reactions).to.deep.equal({ thanks: 1 })
    expect(JSON.stringify(drawn.get('edit_pad')?.sections))
      .to.include('Two per cent.')
      .and.not.include('A pinch')
    expect(JSON.stringify(drawn.get('create_task'))).to.include('Weigh the salt')
  })

  it('is what was asked about after catching up, and home where nothing was named', async () => {
    const { thread_id } = (await asks('start_thread', { hub, title: 'Crust', body: 'Steam?' })).data
    const { pad_id } = (await asks('create_pad', { hub, title: 'Ovens', text: 'Hot.' })).data
    expect(await shows('catch_up', { thread_id })).to.include({ kind: 'thread', id: thread_id })
    expect(await shows('catch_up', { pad_id })).to.include({ kind: 'pad', id: pad_id })
    expect(await shows('catch_up')).to.include({ kind: 'home' })
  })

  it('is the post itself where it is older than the newest, and the DM where it stands in one', async () => {
    const { thread_id, post_id } = (await asks('start_thread', { hub, title: 'Long talk', body: 'First.' })).data
    for (let n = 0; n < reads.card.posts; n++) await cast.otto.does('post_reply', { thread_id, body: `Number ${n}.` })
    const older = await shows('react', { post_id, reaction: 'agree' })
    expect(older['posts']).to.have.length(1)
    expect(older['posts'][0]).to.include({ id: post_id, body: 'First.' })
    const newer = await shows('post_reply', { thread_id, body: 'Last.' })
    expect(newer['posts']).to.have.length(reads.card.posts)

    const { dm_id } = await cast.otto.does('start_dm', { to: `@${cast.ada.handle}`, body: 'Are the ovens on?' })
    const said = await shows('post_reply', { dm_id, body: 'They are.' })
    expect(said).to.include({ kind: 'dm' })
    expect(said['posts'].map(({ body }: { body: string }) => body)).to.deep.equal(['Are the ovens on?', 'They are.'])
  })

  // SPEC: embedded-view metadata keys
  it('never goes to an agent’s own key', async () => {
    const { thread_id } = (await asks('start_thread', { hub, title: 'Own key', body: 'x' })).data
    for (const [tool, args] of [
      ['post_reply', { thread_id, body: 'By Otto' }],
      ['create_pad', { hub, title: 'By Otto' }],
      ['show_svc', {}],
      ['catch_up', { hub }],
    ] as const) {
      const meta = metaOf(await asks(tool, args, cast.otto))
      expect(Object.keys(meta).toSorted(), tool).to.deep.equal(['svc/api', 'svc/trust'])
    }
  })

  it('shows as much as there is room for: the newest posts, the first sections', async () => {
    const { thread_id } = (await asks('start_thread', { hub, title: 'Much', body: 'x' })).data
    const body = 'Bread. '.repeat(1_000)
    for (let n = 0; n < 30; n++) await cast.otto.does('post_reply', { thread_id, body: `${n} ${body}` })
    const view = await shows('open_thread', { thread_id })
    expect(view['posts'].length).to.be.within(4, 20)
    expect(view['posts'].at(-1).body).to.match(/^29 /)
    expect(view['has_older']).to.equal(true)

    const text = Array.from({ length: 8 }, (_, n) => `# Part ${n}\n\n${'Bread. '.repeat(1_000)}`).join('\n\n')
    const { pad_id } = (await asks('create_pad', { hub, title: 'Long', text })).data
    const { sections } = await shows('open_pad', { pad_id })
    expect(sections).to.have.length(8)
    expect(sections[0].text).to.match(/^# Part 0/)
    expect(sections[0]).not.to.have.property('blocks')
  })

  it('leaves out the last things first, and says when nothing is left to leave out', () => {
    const long = 'x'.repeat(reads.card.characters + 1)
    const pad: Loose = { kind: 'pad', sections: [{ text: long, blocks: [] }, { text: 'b' }] }
    const without = shownLess(pad)
    expect(without?.sections).to.deep.equal([{ text: long }, { text: 'b' }])
    const outline = shownLess(without!)
    expect(outline?.sections).to.deep.equal([{ text: long }, {}])
    const cut = shownLess(outline!)?.sections ?? []
    expect(cut[0]).to.include({ cut: true })
    expect(cut[0]?.text).to.have.length(reads.card.characters)
    const alone = shownLess({ ...pad, sections: cut })
    expect(alone?.sections).to.deep.equal(cut.slice(0, 1))
    expect(shownLess(alone!)).to.equal(undefined)
    expect(shownLess({ kind: 'thread', posts: [1, 2, 3] })).to.deep.include({ posts: [2, 3], has_older: true })
    expect(shownLess({ kind: 'search', results: [1, 2, 3] })).to.deep.include({ results: [1, 2] })
    expect(shownLess({ kind: 'search', results: [1] })).to.equal(undefined)
  })

  it('is answered for a pad of which even the card of one shortened section is too long', async () => {
    const text = '\u0001'.repeat(60_000)
    const { pad_id } = await cast.bensAgent.does('create_pad', { hub, title: 'Noise', text })
    const opened = await asks('open_pad', { pad_id })
    expect(opened.data).to.include({ pad_id })
    expect(JSON.stringify(opened.result).length).to.be.below(reads.result.jsonCharacters)
  })

  it('says where the click can be made: on the page of the very thing', async () => {
    const { thread_id, post_id } = (await asks('start_thread', { hub, title: 'Where', body: 'x' })).data
    const { pad_id } = (await asks('create_pad', { hub, title: 'Where', text: 'One.' })).data
    const suggested = await cast.bensAgent.does('edit_pad', { pad_id, base_version: 1, text: 'Two.', propose: true })
    const decided = await asks('edit_pad', { pad_id, decision: { text: 'We bake.' } })
    const reviewer = cast.ada.handle
    const { task_id } = await cast.otto.does('create_task', {
      thread_id,
      title: 'Bake',
      assignee: cast.bensAgent.handle,
      reviewer,
    })
    await cast.bensAgent.does('update_task', { task_id, action: 'take' })
    await cast.bensAgent.does('submit_result', { task_id, pad_id })
    const { decision_id } = decided.data['decision']
    const places: readonly (readonly [string, object, string])[] = [
      ['post_reply', { edits_post: post_id, body: 'y' }, `/t/${thread_id}/m/${post_id}?edit=${post_id}`],
      ['undo_edit', { post_id }, `/t/${thread_id}/m/${post_id}`],
      ['edit_pad', { review: { edit_id: suggested['edit_id'], outcome: 'accept' } }, `/p/${pad_id}`],
      ['edit_pad', { review: { decision_id, outcome: 'accept' } }, `/p/${pad_id}`],
      ['update_task', { task_id, action: 'review', outcome: 'approve' }, `/t/${thread_id}#${task_id}`],
      ['invite', { hub }, `/h/${hub}?invites`],
      ['moderate', { action: 'take_over', hub }, `/h/${hub}?run`],
    ]
    for (const [tool, args, path] of places) {
      const { error } = await asks(tool, args)
      expect(error, tool).to.include({ reason: 'host_cannot', act_url: server.url + path })
    }
    const other = (await connect(server, cast.ada, elsewhere)).as
    const { result } = await asks('open_thread', { thread_id }, other)
    expect(result?.['_meta']['svc/actOnWeb']).to.deep.equal({ url: `${server.url}/t/${thread_id}` })
  })
})
