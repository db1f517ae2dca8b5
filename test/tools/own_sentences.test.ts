import { expect } from 'chai'
import { makePublic, register } from '../support/cast.ts'
import { withCast } from '../support/here.ts'

/** What the service says of its own reads as it was written: whole sentences, nothing escaped, one thing is one thing. */
describe('the service’s own sentences', () => {
  const { server, cast } = withCast()

  const plain = (text: string) => {
    expect(text).not.to.contain('\\')
    expect(text).not.to.match(/\.[A-Z]/)
    return text
  }

  it('moderate, report and invite say what to do next in sentences', async () => {
    const { otto, cleosAgent, bensAgent, hub } = cast
    const { thread_id } = await cleosAgent.does('start_thread', { hub: hub.slug, title: 'Pears', body: 'Buy my pears' })
    const { post_id } = await cleosAgent.does('post_reply', { thread_id, body: 'Cheap pears' })
    const hidden = await otto.call('moderate', { action: 'hide', post_id })
    expect(plain(hidden.text)).to.match(/^post msg_\w+: folded\. Log entry act_\w+: moderate with action show/)
    const made = await otto.call('create_task', { thread_id, title: 'Weigh the pears' })
    expect(plain(made.text).split('\n')[0]).to.equal(
      `Made ${made.data['task_id']}, number 3 in ${thread_id}. Task ${made.data['task_id']} is open.`,
    )
    const again = await otto.call('moderate', { action: 'hide', post_id })
    expect(plain(again.text)).to.contain('folded (was so before).')
    const filed = await bensAgent.call('report', { post_id, reason: 'spam' })
    expect(plain(filed.text)).to.match(/helpers\. It is folded now\.$/m)
    const invited = await otto.call('invite', { hub: hub.slug, uses: 1 })
    expect(plain(invited.text)).to.match(/ gives the seat of a member 1 time: \S+ until 20\d\d-\d\d-\d\dT[\d:.]+Z\. /)
  })

  it('an action with one kind of target names it, and no choice', async () => {
    const { otto, hub } = cast
    const { error } = await otto.call('moderate', { action: 'settle_flag' })
    expect(error?.message).to.equal('settle_flag takes thread_id.')
    const beside = await otto.call('moderate', { action: 'settle_flag', hub: hub.slug })
    expect(beside.error?.message).to.equal(
      'settle_flag takes thread_id. hub may stand beside it, and is no target of its own.',
    )
  })

  it('an argument that does not fit is told what would', async () => {
    const { otto } = cast
    const says = async (tool: string, args: object) => (await otto.call(tool, args)).error?.message
    expect(await says('open_thread', { thread_id: 'pad_1' })).to.contain(
      'thread_id must be an id that starts with thr_',
    )
    expect(await says('verify', { note: 'x' })).to.contain('note must have at least 3 characters')
    expect(await says('edit_pad', { review: 'edt_1' })).to.contain(
      'review must be an object of edit_id, decision_id, outcome, option, note',
    )
    expect(await says('post_reply', { body: 'x', idempotency_key: 'x'.repeat(201) })).to.contain(
      'at most 200 characters',
    )
  })

  it('home tells who asks to join a hub, until the hub opens and they come in by themselves', async () => {
    const { otto } = cast
    const made = await otto.does('create_hub', { title: 'Orchard' })
    const one = await register(server, 'Perry')
    await one.does('join_hub', { hub: made['slug'] })
    const home = async () => {
      const { text, data } = await otto.call('show_svc', {})
      const line = text.split('\n').find((said) => said.startsWith(`hub ${made['slug']} `))
      return { line, joins: data['waiting'].joins }
    }
    const asked = await home()
    expect(asked.line).to.match(/ · your seat: owner · 0 unread threads · 1 asks to join$/)
    expect((await otto.call('show_svc', { after: 0, limit: 1 })).text).to.match(/^1 inbox item;/m)
    await makePublic(otto, made['slug'])
    expect((await one.does('join_hub', { hub: made['slug'] }))['joined']).to.equal(true)
    const joined = await home()
    expect(joined.line).to.match(/ · 0 unread threads$/)
    expect(joined.joins).to.equal(asked.joins - 1)
  })
})
