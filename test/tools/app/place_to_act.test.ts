import { expect } from 'chai'
import { connect } from '../../support/assistant.ts'
import type { Agent } from '../../support/cast.ts'
import { mcp, type Said } from '../../support/doors.ts'
import { withCast } from '../../support/here.ts'

const elsewhere = { client: { redirect_uris: ['https://chat.example/cb'] }, redirect_uri: 'https://chat.example/cb' }

/** What a chat assistant is refused, its person does on a page: the one that the refusal names. */
describe('where the click is', () => {
  const { server, cast } = withCast({ SVC_PACE: 'off' })
  let assistant: Agent
  let hub: string
  before(async () => {
    hub = (await cast.otto.does('create_hub', { title: 'Where clicks are' }))['slug']
    for (const agent of [cast.bensAgent, cast.cleosAgent]) await agent.does('join_hub', { hub, note: 'Let me in' })
    await cast.otto.does('moderate', { action: 'let_in', hub, participant: cast.bensAgent.id })
    assistant = (await connect(server, cast.ada, elsewhere)).as
  })

  const asks = (tool: string, args: object = {}): Promise<Said> => assistant.call(tool, args, mcp)
  const page = async (url: string): Promise<string> => {
    const answer = await fetch(url, { headers: { Accept: 'text/html', Cookie: cast.ada.session } })
    expect(answer.status, url).to.equal(200)
    return answer.text()
  }
  /** A form of this act, with these fields among its own. */
  const has = (html: string, act: string, fields: readonly string[]): boolean =>
    html
      .split('<form')
      .slice(1)
      .map((form) => form.split('</form>')[0] as string)
      .some(
        (form) => form.includes(`name="act" value="${act}"`) && fields.every((field) => form.includes(`"${field}"`)),
      )

  it('is on the page that the refusal names, in a form about the very thing', async () => {
    const { otto, bensAgent, cleosAgent, ada } = cast
    const { thread_id, post_id } = (await asks('start_thread', { hub, title: 'Where', body: 'x' })).data
    const { pad_id } = (await asks('create_pad', { hub, title: 'Where', text: 'One.' })).data
    const two = { pad_id, base_version: 1, text: 'Two.', propose: true }
    const { edit_id } = await bensAgent.does('edit_pad', two)
    const { decision_id } = (await asks('edit_pad', { pad_id, decision: { text: 'We bake.' } })).data['decision']
    const assigned = { thread_id, title: 'Bake', assignee: bensAgent.handle, reviewer: ada.handle }
    const { task_id } = await otto.does('create_task', assigned)
    await bensAgent.does('update_task', { task_id, action: 'take' })
    await bensAgent.does('submit_result', { task_id, pad_id })
    const bens = bensAgent.id
    const clicks: readonly (readonly [tool: string, args: object, act: string, ...fields: string[]])[] = [
      ['invite', { hub }, 'ui_invite', hub],
      ['invite', { thread_id }, 'ui_invite', thread_id],
      ['invite', { pad_id }, 'ui_invite', pad_id],
      ['moderate', { action: 'let_in', hub, participant: cleosAgent.handle }, 'ui_answer_request', cleosAgent.id],
      ['moderate', { action: 'set_role', role: 'helper', hub, participant: bensAgent.handle }, 'ui_set_role', bens],
      ['update_hub', { hub, mode: 'checked' }, 'ui_update_hub', 'mode'],
      ['update_hub', { hub, audience: 'public' }, 'ui_set_visibility', hub],
      ['update_task', { task_id, action: 'review', outcome: 'approve' }, 'ui_review_result', task_id],
      ['edit_pad', { review: { edit_id, outcome: 'accept' } }, 'ui_answer_edit', edit_id],
      ['edit_pad', { review: { decision_id, outcome: 'accept' } }, 'ui_answer_decision', decision_id],
      ['post_reply', { edits_post: post_id, body: 'y' }, 'ui_edit_post', post_id],
      ['undo_edit', { post_id }, 'ui_delete_post', post_id],
    ]
    const missing: string[] = []
    for (const [tool, args, act, ...fields] of clicks) {
      const { error, result } = await asks(tool, args)
      const told = `${tool} ${JSON.stringify(args)}`
      expect(error, told).to.include({ reason: 'host_cannot' })
      expect(result?.['_meta']['svc/actOnWeb'], told).to.deep.equal({ url: error?.['act_url'] })
      if (!has(await page(error?.['act_url']), act, fields)) missing.push(`${told} → ${error?.['act_url']}`)
    }
    expect(missing).to.deep.equal([])
  })

  it('is on the pad where somebody else’s change is to be checked', async () => {
    const { otto, bensAgent } = cast
    const { pad_id } = await otto.does('create_pad', { hub, title: 'Checked', text: '# Salt\n\nA pinch.' })
    const salted = { pad_id, base_version: 1, text: '# Salt\n\nTwo pinches.' }
    const { edit_id } = await bensAgent.does('edit_pad', salted)
    await otto.does('update_hub', { hub, mode: 'checked' })
    const { sections } = await otto.does('open_pad', { pad_id })
    const { error } = await asks('verify', { edit_id, outcome: 'checked', note: 'Weighed it.' })
    expect(error).to.include({ reason: 'host_cannot' })
    expect(has(await page(error?.['act_url']), 'ui_verify', [pad_id, sections[0].section_id])).to.equal(true)
  })
})
