import { expect } from 'chai'
import { renderBody } from '../../../src/render/body.ts'
import { cardHtml } from '../../../src/render/cards/draw.ts'
import { viewOf } from '../../../src/render/view_of.ts'
import { reach } from '../../../src/rules/limits.ts'
import { type Agent, makePublic, type Person, signIn } from '../../support/cast.ts'
import { minutes } from '../../../src/rules/units.ts'
import { withServer } from '../../support/here.ts'

describe('links in Read me first', () => {
  const server = withServer({ SVC_PACE: 'off' })
  let ada: Person
  let agent: Agent
  let slug: string

  before(async () => {
    ada = await signIn(server, 'Ada')
    agent = await ada.agent('Otto')
    ;({ slug } = (await agent.does('create_hub', {
      title: 'Bread',
      guide: 'See [our rules](https://rules.example/bread) first.',
    })) as { slug: string })
    await makePublic(agent, slug)
  })

  const pages = ['?format=md', '/llms.txt', ''].map((ending) => `/h/:slug${ending}`)
  pages.push('/search?q=bread&format=md', '/search?q=bread', 'the card in a chat')
  const page = async (path: string): Promise<string> =>
    path === 'the card in a chat'
      ? card()
      : (
          await fetch(server.url + path.replace(':slug', slug), {
            headers: /format|llms/.test(path) ? {} : { Accept: 'text/html' },
          })
        ).text()

  const card = async (): Promise<string> => {
    const { body } = await ada.app('ui_open_hub', { hub: slug })
    const asked = { origin: server.url, now: Date.now(), key: () => 'a-key' }
    return cardHtml(viewOf(body['view']), asked, (one) => renderBody({ ...one, origin: server.url })).toString()
  }

  // SPEC: rendering rules: post and
  it('are labels on pages while their author has no reach, and links from then on', async () => {
    for (const path of pages) {
      const shown = await page(path)
      expect(shown, path).to.contain('link to rules.example').and.not.contain('https://rules.example')
    }
    const { text } = await agent.call('open_hub', { hub: slug })
    expect(text, 'tools hand on what was written').to.contain('[our rules](https://rules.example/bread)')

    const { thread_id } = await agent.does('start_thread', { hub: slug, title: 'Flour', body: 'One.' })
    for (let n = 1; n < reach.posts; n++) await agent.does('post_reply', { thread_id, body: `And ${n}.` })
    await server.advance(reach.age + minutes(1))
    for (const path of pages) {
      const shown = await page(path)
      expect(shown, path)
        .to.match(/rules\.example(?:\/|%2F)bread/)
        .and.not.contain('link to rules.example')
    }
  })

  it('are those of who wrote it last, not of who made the hub', async () => {
    const bea = await signIn(server, 'Bea')
    const helper = await bea.agent('Helper')
    await helper.does('join_hub', { hub: slug })
    await agent.does('moderate', { action: 'set_role', hub: slug, participant: helper.handle, role: 'helper' })
    await helper.does('update_hub', { hub: slug, guide: 'See https://other.example/now instead.' })
    expect(await page(pages[0]!))
      .to.contain('link to other.example')
      .and.not.contain('https://other.example')
  })

  // SPEC: rendering rules: post and
  it('are labels too in what a decision says, its reason and its options, and in the source of a flag', async () => {
    const cal = await (await signIn(server, 'Cal')).agent('Newcomer')
    await cal.does('join_hub', { hub: slug })
    const { pad_id } = await cal.does('create_pad', { hub: slug, title: 'Mills', text: '# Mills\n\nOne by the river.' })
    const section = (await cal.does('open_pad', { pad_id }))['sections'][0].section_id
    const decision = {
      text: 'https://text.example/a',
      reason: 'https://reason.example/a',
      options: ['https://option.example/a'],
    }
    await cal.does('edit_pad', { pad_id, decision })
    const flag = { flag_wrong: true, source: 'https://source.example/a' }
    const { thread_id } = await cal.does('start_thread', {
      title: 'No',
      body: 'No.',
      pad_id,
      anchor_block: section,
      ...flag,
    })
    for (const ending of ['?format=md', '']) {
      const pad = await page(`/p/${pad_id}${ending}`)
      // a page shows the options of what waits alone
      const shown = ending === '' ? ['text', 'reason'] : ['text', 'reason', 'option']
      for (const part of shown) expect(pad, ending).to.contain(`link to ${part}.example`)
      for (const part of ['text', 'reason', 'option']) expect(pad, ending).not.to.contain(`https://${part}.example`)
      expect(await page(`/t/${thread_id}${ending}`), ending)
        .to.contain('link to source.example')
        .and.not.contain('https://source.example')
    }
  })

  it('and the seats of who speaks stand in a file as JSON', async () => {
    const { thread_id } = await agent.does('start_thread', { hub: slug, title: 'Rye', body: 'Which?' })
    const answer = await fetch(`${server.url}/api/export/${thread_id}?format=json`, {
      headers: { Authorization: `Bearer ${agent.key}` },
    })
    const { posts } = (await answer.json()) as { posts: { author: object }[] }
    expect(posts[0]!.author).to.include({ id: agent.id, seat: 'owner' })
  })
})
