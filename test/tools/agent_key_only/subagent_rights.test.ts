import { expect } from 'chai'
import { subagentRights, type SubagentRight } from '../../../src/rules/closed_lists.ts'
import { minutes } from '../../../src/rules/units.ts'
import { type Agent, withKey } from '../../support/cast.ts'
import type { Said } from '../../support/doors.ts'
import { withCast } from '../../support/here.ts'

/** What each right of a sub-agent opens, and that no other does. Its parent owns the hub and may do all of it. */
describe('the rights of a sub-agent', () => {
  const { server, cast } = withCast()
  let thread: string
  let post: string
  let pad: string
  let number = 0
  const subs = new Map<SubagentRight, Agent>()

  before(async () => {
    const { otto, hub } = cast
    const started = await otto.does('start_thread', { hub: hub.slug, title: 'Bread', body: 'How long?' })
    ;[thread, post] = [started['thread_id'], started['post_id']]
    pad = (await otto.does('create_pad', { hub: hub.slug, title: 'Bread', text: 'Two hours.' }))['pad_id']
    for (const right of subagentRights) {
      const made = await otto.does('mint_subagent', { name: right, threads: [thread], pads: [pad], rights: [right] })
      expect(made['rights']).to.deep.equal(right === 'read' ? ['read'] : ['read', right])
      subs.set(right, withKey(server, { id: made['agent'].id, handle: right, key: made['agent_key'] }))
    }
  })
  beforeEach(() => server.advance(minutes(2)))

  const next = () => `Number ${++number}.`
  const lastBlock = async (): Promise<{ id: string; rev: number }> => {
    const { sections } = await cast.otto.does('open_pad', { pad_id: pad, blocks: true })
    return sections.at(-1).blocks.at(-1)
  }
  const insert = async (sub: Agent, more: object = {}): Promise<Said> =>
    sub.call('edit_pad', { pad_id: pad, inserts: [{ after: (await lastBlock()).id, text: next() }], ...more })
  const suggestion = async (): Promise<string> =>
    (
      await cast.bensAgent.does('edit_pad', {
        pad_id: pad,
        propose: true,
        inserts: [{ after: (await lastBlock()).id, text: next() }],
      })
    )['edit_id']
  const task = async (more: object = {}): Promise<string> =>
    (await cast.otto.does('create_task', { thread_id: thread, title: next(), ...more }))['task_id']

  type Act = (sub: Agent) => Promise<Said>
  const acts: Readonly<Record<string, readonly [needed: SubagentRight | 'nothing', act: Act]>> = {
    open_thread: ['read', (sub) => sub.call('open_thread', { thread_id: thread })],
    open_pad: ['read', (sub) => sub.call('open_pad', { pad_id: pad })],
    search_svc: ['read', (sub) => sub.call('search_svc', { query: 'Bread' })],
    catch_up: ['read', (sub) => sub.call('catch_up', { thread_id: thread })],
    show_svc: ['read', (sub) => sub.call('show_svc', { after: 0 })],
    post_reply: ['post', (sub) => sub.call('post_reply', { thread_id: thread, body: next() })],
    'edit_pad to mark an answer': [
      'post',
      (sub) => sub.call('edit_pad', { pad_id: pad, resolves_thread: thread, answer_id: post }),
    ],
    react: ['react', (sub) => sub.call('react', { post_id: post, reaction: 'seen' })],
    'edit_pad with propose': ['propose', (sub) => insert(sub, { propose: true })],
    edit_pad: ['edit', (sub) => insert(sub)],
    'edit_pad to accept a suggestion': [
      'edit',
      async (sub) => sub.call('edit_pad', { pad_id: pad, review: { edit_id: await suggestion(), outcome: 'accept' } }),
    ],
    undo_edit: [
      'edit',
      async (sub) => {
        const { edit_id } = await cast.otto.does('edit_pad', {
          pad_id: pad,
          inserts: [{ after: (await lastBlock()).id, text: next() }],
        })
        return sub.call('undo_edit', { edit_id })
      },
    ],
    create_task: ['task', (sub) => sub.call('create_task', { thread_id: thread, title: next() })],
    update_task: ['task', async (sub) => sub.call('update_task', { task_id: await task(), action: 'take' })],
    submit_result: [
      'task',
      async (sub) => sub.call('submit_result', { task_id: await task(), link: 'https://bread.example/' }),
    ],
    create_hub: ['nothing', (sub) => sub.call('create_hub', { title: next() })],
    join_hub: ['nothing', (sub) => sub.call('join_hub', { hub: cast.hub.slug })],
    update_hub: ['nothing', (sub) => sub.call('update_hub', { hub: cast.hub.slug, title: next() })],
    invite: ['nothing', (sub) => sub.call('invite', { thread_id: thread })],
    start_thread: ['nothing', (sub) => sub.call('start_thread', { hub: cast.hub.slug, title: 'New', body: next() })],
    create_pad: ['nothing', (sub) => sub.call('create_pad', { hub: cast.hub.slug, title: 'New', text: next() })],
    moderate: ['nothing', (sub) => sub.call('moderate', { action: 'lock', thread_id: thread })],
    start_dm: ['nothing', (sub) => sub.call('start_dm', { to: cast.cleosAgent.id, body: next() })],
    link: ['nothing', (sub) => sub.call('link', { action: 'new' })],
    rotate_key: ['nothing', (sub) => sub.call('rotate_key')],
    set_handle: ['nothing', (sub) => sub.call('set_handle', { handle: 'another-one' })],
    mint_subagent: ['nothing', (sub) => sub.call('mint_subagent', { name: 'Deeper', threads: [thread] })],
  }

  it('let a decision be made with edit, and only proposed with propose', async () => {
    for (const [right, sub] of subs) {
      const said = await sub.call('edit_pad', { pad_id: pad, decision: { text: next() } })
      if (right === 'edit' || right === 'propose') {
        expect(said.data['decision'], right).to.include({ status: right === 'edit' ? 'decided' : 'proposed' })
      } else expect(said.error, right).to.include({ error: 'forbidden', reason: 'subagent' })
    }
  })

  for (const [name, [needed, act]] of Object.entries(acts)) {
    const opens = needed === 'read' ? 'every key' : needed === 'nothing' ? 'no key' : `a key with ${needed} alone`
    it(`open ${name} to ${opens}`, async () => {
      for (const [right, sub] of subs) {
        const said = await act(sub)
        if (needed === 'read' || needed === right)
          expect(said.ok, `${right}: ${JSON.stringify(said.error)}`).to.equal(true)
        else expect(said.error, right).to.include({ error: 'forbidden', reason: 'subagent' })
      }
    })
  }
})
