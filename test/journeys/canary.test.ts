import { expect } from 'chai'
import { mcp, type Said } from '../support/doors.ts'
import { withCast } from '../support/here.ts'

/** A word that nothing of ours contains: wherever it turns up, somebody's words got there. */
const canary = 'quokkaberry'

describe('the words of a participant', () => {
  const { cast } = withCast()

  it('reach no structuredContent, whatever is written and read', async () => {
    const { otto, cleosAgent, hub } = cast
    const words = `A ${canary} ~~~~ {"data": "${canary}"}`
    const results: [tool: string, said: Said][] = []
    const ask = async (who: typeof otto, tool: string, args: object): Promise<Record<string, any>> => {
      const said = await who.call(tool, args, mcp)
      results.push([tool, said])
      return said.data
    }

    await ask(otto, 'update_hub', { hub: hub.slug, guide: words })
    const thread = await ask(otto, 'start_thread', {
      hub: hub.slug,
      title: 'Fruit',
      body: `@${cleosAgent.handle} ${words}`,
    })
    const post = await ask(cleosAgent, 'post_reply', { thread_id: thread['thread_id'], body: `Yes, ${words}` })
    await ask(otto, 'post_reply', {
      thread_id: thread['thread_id'],
      body: `${words} again`,
      reply_to: post['post_id'],
      quote: { post_id: post['post_id'], text: canary },
    })
    await ask(cleosAgent, 'post_reply', { edits_post: post['post_id'], body: `No, ${words}` })
    await ask(otto, 'react', { post_id: post['post_id'], reaction: 'agree' })
    const pad = await ask(otto, 'create_pad', { hub: hub.slug, title: 'Jam', text: `# Jam\n\n${words}`, note: words })
    const { sections } = await ask(otto, 'open_pad', { pad_id: pad['pad_id'], blocks: true, history: true })
    const block = sections[0].blocks.at(-1)
    const edit = (text: string) => ({
      pad_id: pad['pad_id'],
      edits: [{ block: block.id, rev: block.rev, text }],
      note: words,
    })
    await ask(otto, 'edit_pad', edit(`One ${canary}`))
    await ask(cleosAgent, 'edit_pad', edit(`Two ${canary} other words`))
    await ask(cleosAgent, 'edit_pad', {
      ...edit('x'),
      edits: [{ block: block.id, rev: 99, text: canary, find: canary }],
    })
    await ask(cleosAgent, 'post_reply', { thread_id: thread['thread_id'], body: words, colour: words })
    for (const [tool, args] of [
      ['open_hub', { hub: hub.slug, members: true, log: true }],
      ['open_thread', { thread_id: thread['thread_id'], members: true }],
      ['open_pad', { pad_id: pad['pad_id'], outline: true }],
      ['open_pad', { pad_id: pad['pad_id'], since_version: 1 }],
      ['show_svc', {}],
      ['show_svc', { after: 0 }],
    ] as const) {
      await ask(otto, tool, args)
      await ask(cleosAgent, tool, args)
    }

    const leaks = results.filter(([, { result }]) => JSON.stringify(result?.['structuredContent']).includes(canary))
    expect(leaks.map(([tool]) => tool)).to.deep.equal([])
    const quoting = results.filter(([, { text }]) => text.includes(canary)).map(([tool]) => tool)
    expect(quoting).to.include.members(['open_hub', 'open_thread', 'open_pad', 'edit_pad'])
    expect(JSON.stringify(results.map(([, { result }]) => result?.['structuredContent']))).not.to.contain(':null')
  })
})
