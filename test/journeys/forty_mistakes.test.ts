import { expect } from 'chai'
import { mint } from '../../src/rules/ids.ts'
import { type Agent, type Person, signIn } from '../support/cast.ts'
import { withServer } from '../support/here.ts'
import { makesHub, makesPad, makesTask } from '../support/made.ts'

type Sent = readonly [tool: string, args: object]

/** What somebody sends who guesses, and the call that the words of the answer lead to; none: it was taken as meant. */
interface Mistake {
  readonly name: string
  readonly sent: () => Sent | Promise<Sent>
  readonly next?: (text: string) => Sent | Promise<Sent>
}

/**
 * Forty things that models send who have read no schema. Each either does what was meant, or is answered with words that
 * lead to a call that works; the words alone are read, as many clients show nothing else.
 */
describe('forty typical mistakes', () => {
  const server = withServer({ SVC_PACE: 'off' })
  let [ada, ben] = [] as unknown as [Person, Person]
  let [otto, hal] = [] as unknown as [Agent, Agent]
  let [hub, thread_id, post_id, pad_id, task_id] = ['', '', '', '', '']

  before(async () => {
    ;[ada, ben] = (await Promise.all(['Ada', 'Ben'].map((name) => signIn(server, name)))) as [Person, Person]
    ;[otto, hal] = await Promise.all([ada.agent('Otto'), ben.agent('Hal')])
    hub = await makesHub(otto, { title: 'Apple orchard' })
    const { invite_url } = await otto.does('invite', { hub })
    await hal.does('join_hub', { invite: invite_url })
    const begun = await hal.does('start_thread', { hub, title: 'Pears', body: 'When are they ripe?' })
    ;[thread_id, post_id] = [begun['thread_id'], begun['post_id']]
    const text = '# Trees\n\nOld pears. Old plums.\n\n# Bees\n\nTwo hives.'
    pad_id = await makesPad(hal, { hub, title: 'Harvest', text })
    task_id = await makesTask(hal, { thread_id, title: 'Pick' })
  })

  async function say([name, args]: Sent): Promise<{ ok: boolean; text: string }> {
    const response = await fetch(`${server.url}/mcp?content=text`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${otto.key}` },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } }),
    })
    const { result, error } = (await response.json()) as Record<string, any>
    return result ? { ok: !result.isError, text: result.content[0].text } : { ok: false, text: error.message }
  }
  /** What a text tells, or the test says which one did not. */
  const told = (text: string, pattern: RegExp): string => {
    const found = pattern.exec(text)?.[1]
    if (found === undefined) throw new Error(`${pattern} is not told in:\n${text}`)
    return found
  }
  const blockOf = async (words: string): Promise<{ block: string; rev: number }> => {
    const { text } = await otto.call('open_pad', { pad_id, blocks: true })
    const [, block = '', rev] = new RegExp(`block ([0-9a-f]{8}) rev (\\d+)\n~+markdown\n${words}`).exec(text) ?? []
    return { block, rev: Number(rev) }
  }
  const newTask = (): Promise<string> => makesTask(hal, { thread_id, title: 'Pick more' })

  const mistakes: readonly Mistake[] = [
    // ids, links and names
    {
      name: 'a whole link where an id belongs',
      sent: () => ['open_thread', { thread_id: `${server.url}/t/${thread_id}` }],
    },
    {
      name: 'a thread where a pad belongs',
      sent: () => ['open_pad', { pad_id: thread_id }],
      next: (text) => [
        'open_thread',
        { thread_id: told(text, /(thr_\w+) is the id of a thread, and open_thread takes it as thread_id/) },
      ],
    },
    {
      name: 'a post where an edit belongs',
      sent: () => ['undo_edit', { edit_id: post_id }],
      next: (text) => ['react', { post_id: told(text, /(msg_\w+) is the id of a post, and react/), reaction: 'seen' }],
    },
    {
      name: 'a slug where a thread belongs',
      sent: () => ['post_reply', { thread_id: hub, body: 'Soon.' }],
      next: (text) => [told(text, /(open_hub) with hub lists/), { hub }],
    },
    { name: 'the title of a hub where its slug belongs', sent: () => ['open_hub', { hub: 'Apple Orchard' }] },
    {
      name: 'a hub there is not',
      sent: () => ['open_hub', { hub: 'pear-orchard' }],
      next: (text) => [told(text, /(search_svc|show_svc)/), text.includes('search_svc') ? { query: 'orchard' } : {}],
    },
    {
      name: 'the first part of a handle for somebody who sits there',
      sent: () => ['create_task', { thread_id, title: 'Prune', assignee: '@hal' }],
    },
    {
      name: 'a handle that nobody has',
      sent: () => ['create_task', { thread_id, title: 'Prune', assignee: '@hall.ben' }],
      next: (text) => ['create_task', { thread_id, title: 'Prune', assignee: told(text, /Did you mean (@[\w.-]+)/) }],
    },
    {
      name: 'a mention that reaches nobody',
      sent: () => ['post_reply', { thread_id, body: '@hal.bens look.' }],
      next: (text) => ['post_reply', { thread_id, body: `${told(text, /Did you mean (@[\w.-]+)/)} look.` }],
    },
    {
      name: 'a message to nobody',
      sent: () => ['start_dm', { to: '@hall', body: 'Hello?' }],
      next: (text) => [
        told(text, /(search_svc|open_hub)/),
        text.includes('open_hub') ? { hub, members: true } : { query: 'hal' },
      ],
    },
    // names of tools and of arguments
    {
      name: 'a tool that is called otherwise',
      sent: () => ['reply_to_thread', { thread_id, body: 'Soon.' }],
      next: (text) => [told(text, /(post_reply)/), { thread_id, body: 'Soon.' }],
    },
    { name: 'an older name of a tool', sent: () => ['check_inbox', {}] },
    {
      name: 'message for body',
      sent: () => ['post_reply', { thread_id, message: 'In May.' }],
    },
    {
      name: 'content for text',
      sent: () => ['create_pad', { hub, title: 'Figs', content: 'Green.' }],
    },
    {
      name: 'content for the words of a pad that stands',
      sent: () => ['edit_pad', { pad_id, base_version: 1, heading: 'Bees', content: 'Three hives.' }],
      next: async (text) => {
        expect(text).to.match(/takes no heading, content, but .*edits/)
        return ['open_pad', { pad_id, blocks: true }]
      },
    },
    {
      name: 'a task without its thread',
      sent: () => ['create_task', { hub, title: 'Prune' }],
      next: (text) => ['create_task', { [told(text, /(thread_id) is required/)]: thread_id, title: 'Prune' }],
    },
    {
      name: 'arguments as a string of JSON',
      sent: async () => [
        'edit_pad',
        { pad_id, edits: JSON.stringify([{ ...(await blockOf('Two')), text: 'Three hives.' }]) },
      ],
    },
    {
      name: 'one edit where a list of them belongs',
      sent: async () => ['edit_pad', { pad_id, edits: { ...(await blockOf('Three')), text: 'Four hives.' } }],
    },
    { name: 'a number as a string', sent: () => ['show_svc', { after: '0', limit: '5' }] },
    // values
    { name: 'a picture for a reaction', sent: () => ['react', { post_id, reaction: '👍' }] },
    {
      name: 'a reaction of elsewhere',
      sent: () => ['react', { post_id, reaction: 'rocket' }],
      next: (text) => ['react', { post_id, reaction: told(text, /must be one of (\w+)/) }],
    },
    {
      name: 'a wait too long',
      sent: () => ['show_svc', { after: 0, wait: 60 }],
      next: (text) => ['show_svc', { after: 0, wait: Number(told(text, /wait must be (\d+) to \d+/)) }],
    },
    { name: 'the plural of a type', sent: () => ['search_svc', { query: 'pears', type: 'threads' }] },
    {
      name: 'a time in words',
      sent: () => ['catch_up', { hub, since: 'yesterday' }],
      next: (text) => ['catch_up', { hub, since: told(text, /(\d{4}-\d\d-\d\dT[\d:.]+Z)/) }],
    },
    {
      name: 'a search for nothing',
      sent: () => ['search_svc', {}],
      next: (text) => ['search_svc', { type: told(text, /type: (task)/) }],
    },
    {
      name: 'a place too many',
      sent: () => ['catch_up', { hub, thread_id }],
      next: (text) => ['catch_up', { [told(text, /at most one of (hub)/i)]: hub }],
    },
    // pads
    {
      name: 'a whole text without the version it was read at',
      sent: () => ['edit_pad', { pad_id, text: '# Trees\n\nOld pears. Old plums.\n\n# Bees\n\nFive hives.' }],
      next: (text) => [told(text, /(open_pad) tells it/), { pad_id }],
    },
    {
      name: 'block, rev and text outside a list',
      sent: async () => ['edit_pad', { pad_id, ...(await blockOf('Four')), text: 'Six hives.' }],
    },
    {
      name: 'words to find that stand there twice',
      sent: async () => ['edit_pad', { pad_id, ...(await blockOf('Old')), find: 'Old', text: 'Young' }],
      next: async (text) => {
        expect(text).to.match(/longer|more words|more of/i)
        return ['edit_pad', { pad_id, ...(await blockOf('Old')), find: 'Old pears', text: 'Young pears' }]
      },
    },
    {
      name: 'a rev from before somebody else’s edit',
      sent: async () => {
        const { block, rev } = await blockOf('Six')
        await hal.does('edit_pad', { pad_id, block, rev, text: 'No hives.' })
        return ['edit_pad', { pad_id, block, rev, text: 'Seven hives.' }]
      },
      next: (text) => [
        'edit_pad',
        {
          pad_id,
          block: told(text, /block ([0-9a-f]{8})/),
          rev: Number(told(text, /\nblock [0-9a-f]{8} rev (\d+)/)),
          text: 'Seven hives.',
        },
      ],
    },
    {
      name: 'a block that there is not',
      sent: () => ['edit_pad', { pad_id, block: '0badc0de', rev: 1, text: 'Nine.' }],
      next: (text) => [told(text, /(open_pad)/), { pad_id, [told(text, /open_pad with (blocks)/)]: true }],
    },
    {
      name: 'the words of a heading where a section belongs',
      sent: () => ['open_pad', { pad_id, sections: ['Bees'] }],
      next: (text) => [told(text, /(open_pad) with blocks/), { pad_id, blocks: true }],
    },
    {
      name: 'an edit undone twice',
      sent: async () => {
        const { edit_id } = await otto.does('edit_pad', { pad_id, ...(await blockOf('Seven')), text: 'Ten hives.' })
        await otto.does('undo_edit', { edit_id })
        return ['undo_edit', { edit_id }]
      },
      next: (text) => [told(text, /(open_pad)/), { pad_id, history: true }],
    },
    // threads and tasks
    {
      name: 'a thread nowhere',
      sent: () => ['start_thread', { title: 'Quinces', body: 'Any?' }],
      next: (text) => ['start_thread', { [told(text, /send (hub), or pad_id/)]: hub, title: 'Quinces', body: 'Any?' }],
    },
    {
      name: 'done for a task',
      sent: async () => ['update_task', { task_id: await newTask(), action: 'done' }],
      next: async (text) => [told(text, /(submit_result)/), { task_id: await newTask(), pad_id }],
    },
    {
      name: 'a result that is nowhere',
      sent: () => ['submit_result', { task_id, summary: 'All picked.' }],
      next: (text) => ['submit_result', { task_id, [told(text, /(pad_id)/)]: pad_id, summary: 'All picked.' }],
    },
    {
      name: 'a task that is finished',
      sent: () => ['update_task', { task_id, action: 'take' }],
      next: (text) => [
        told(text, /(open_thread|create_task)/),
        text.includes('open_thread') ? { thread_id } : { thread_id, title: 'Again' },
      ],
    },
    {
      name: 'ban for somebody who is to be removed',
      sent: () => ['moderate', { action: 'ban', hub, participant: `@${hal.handle}` }],
      next: (text) => ['moderate', { action: told(text, /must be one of [^.]*\b(pause_agents)\b/), hub }],
    },
    // hubs and keys
    {
      name: 'a slug that somebody has',
      sent: () => ['create_hub', { title: 'Another', slug: hub }],
      next: (text) => [
        'create_hub',
        { title: 'Another', ...(told(text, /(leave it out|another slug|without slug|Leave slug out)/i) && {}) },
      ],
    },
    {
      name: 'an idempotency key for other arguments',
      sent: async () => {
        await otto.does('react', { post_id, reaction: 'thanks', idempotency_key: 'key-0001' })
        return ['react', { post_id, reaction: 'agree', idempotency_key: 'key-0001' }]
      },
      next: (text) => [
        'react',
        {
          post_id,
          reaction: 'agree',
          ...(told(text, /(new key|another key|a key of its own|other key)/i) && { idempotency_key: 'key-0002' }),
        },
      ],
    },
    {
      name: 'an invite to nothing',
      sent: () => ['invite', {}],
      next: (text) => ['invite', { [told(text, /one of (hub)/)]: hub }],
    },
    {
      name: 'an invite that never was',
      sent: () => ['join_hub', { invite: 'dpi_nothing' }],
      next: (text) => ['join_hub', { [told(text, /join_hub with (hub)/)]: hub }],
    },
    {
      name: 'a person who is none',
      sent: () => ['start_dm', { to: mint('human', 0), body: 'Hello?' }],
      next: (text) => [
        told(text, /(search_svc|open_hub)/),
        text.includes('open_hub') ? { hub, members: true } : { query: 'hal' },
      ],
    },
  ]

  it('are forty at least', () => expect(mistakes.length).to.be.at.least(40))

  for (const { name, sent, next } of mistakes)
    it(name, async () => {
      const first = await say(await sent())
      if (!next) return void expect(first.ok, first.text).to.equal(true)
      const then = await say(await next(first.text))
      expect(then.ok, `${first.text}\n\nled to\n\n${then.text}`).to.equal(true)
    })
})
