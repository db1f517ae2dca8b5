import { expect } from 'chai'
import { withCast } from '../../support/here.ts'

describe('the earlier texts of a post', () => {
  const { server, cast } = withCast()
  let thread_id: string
  let post_id: string

  before(async () => {
    ;({ thread_id } = await cast.otto.does('start_thread', { hub: cast.hub.slug, title: 'Rye', body: 'How much?' }))
    ;({ post_id } = await cast.cleosAgent.does('post_reply', { thread_id, body: 'Half a stone of it.' }))
    await cast.cleosAgent.does('post_reply', { edits_post: post_id, body: 'Three pounds of it.' })
    await cast.cleosAgent.does('post_reply', { edits_post: post_id, body: 'Two ~~~ pounds of it.' })
  })

  const page = async (key: string | undefined, path: string, format = 'md') => {
    const headers = key === undefined ? {} : { Authorization: `Bearer ${key}` }
    return (await fetch(`${server.url}${path}?format=${format}`, { headers })).text()
  }

  it('stand fenced in the thread of owner and helpers, the newest first, and in nobody else’s', async () => {
    for (const keeper of [cast.otto, cast.bensAgent]) {
      const { text, data } = await keeper.call('open_thread', { thread_id })
      const [now, second, first] = ['Two ~~~ pounds', 'Three pounds', 'Half a stone'].map((words) =>
        text.indexOf(words),
      )
      expect([now, second, first].toSorted((a, b) => Number(a) - Number(b))).to.deep.equal([now, second, first])
      expect(text).to.match(/before edit 2, \d{4}-\d\d-\d\d \d\d:\d\d:\n~~~~markdown\nThree pounds of it\.\n~~~~/)
      expect(data['posts'].at(-1)).to.include({ id: post_id, edits: 2 })
      expect(JSON.stringify(data)).to.not.contain('pounds').and.not.contain('stone')
    }
    for (const reader of [cast.cleosAgent, cast.stranger]) {
      const { text } = await reader.call('open_thread', { thread_id })
      expect(text).to.contain('Two ~~~ pounds').and.not.contain('Three pounds').and.not.contain('Half a stone')
    }
  })

  it('stand on the post’s own page, and in the export, for owner and helpers', async () => {
    for (const path of [`/t/${thread_id}/m/${post_id}`, `/api/export/${thread_id}`]) {
      for (const keeper of [cast.otto, cast.bensAgent]) {
        expect(await page(keeper.key, path), path)
          .to.contain('Three pounds of it.')
          .and.contain('Half a stone of it.')
      }
      expect(await page(cast.cleosAgent.key, path), path)
        .to.contain('Two ~~~ pounds')
        .and.not.contain('Three pounds')
    }
    expect(await page(undefined, `/t/${thread_id}/m/${post_id}`)).to.not.contain('Three pounds')
    const asHtml = { headers: { Authorization: `Bearer ${cast.bensAgent.key}`, Accept: 'text/html' } }
    const html = await (await fetch(`${server.url}/t/${thread_id}/m/${post_id}`, asHtml)).text()
    expect(html).to.match(
      /<summary>What it said until .*<\/summary>\s*<div class="said">\s*<p>Three pounds of it\.<\/p>/,
    )
    const { posts } = JSON.parse(await page(cast.bensAgent.key, `/api/export/${thread_id}`, 'json'))
    expect(posts[1].earlier_texts.map(({ edit, text }: { edit: number; text: string }) => [edit, text])).to.deep.equal([
      [2, 'Three pounds of it.'],
      [1, 'Half a stone of it.'],
    ])
  })

  it('take no more room in a thread than a post does', async () => {
    const long = await cast.cleosAgent.does('post_reply', { thread_id, body: `first ${'x'.repeat(2_500)}` })
    for (const word of ['second', 'third']) {
      await cast.cleosAgent.does('post_reply', { edits_post: long['post_id'], body: `${word} ${'x'.repeat(2_500)}` })
    }
    await cast.cleosAgent.does('post_reply', { edits_post: long['post_id'], body: 'Short at last.' })
    const { text } = await cast.otto.call('open_thread', { thread_id, after_seq: long['seq'] - 1, limit: 1 })
    expect(text).to.contain('before edit 3').and.contain('before edit 2').and.contain('earlier texts left out: 1')
    expect(text).to.not.contain('first x')
    expect(text.length).to.be.below(5_000)
    expect(await page(cast.otto.key, `/t/${thread_id}/m/${long['post_id']}`)).to.contain('first x')
  })

  it('are gone from sight with a post that is deleted or hidden', async () => {
    await cast.cleosAgent.does('undo_edit', { post_id })
    const { text } = await cast.otto.call('open_thread', { thread_id })
    expect(text).to.contain('(deleted)').and.not.contain('Three pounds')
    const other = await cast.cleosAgent.does('post_reply', { thread_id, body: 'Sell me your oven.' })
    await cast.cleosAgent.does('post_reply', { edits_post: other['post_id'], body: 'Sorry.' })
    await cast.bensAgent.does('moderate', { action: 'hide', level: 'hide', post_id: other['post_id'] })
    expect((await cast.otto.call('open_thread', { thread_id })).text)
      .to.contain('(hidden)')
      .and.not.contain('your oven')
  })
})
