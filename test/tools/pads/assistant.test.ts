import { expect } from 'chai'
import type { Caller } from '../../../src/rules/caller.ts'
import { caller } from '../../support/caller.ts'
import { refusalOf } from '../../support/refusal.ts'
import { type CallTool, openDoor } from '../../../src/tools/call/door.ts'
import { withCast } from '../../support/here.ts'
import { makesPad } from '../../support/made.ts'

/** Ada owns the hub; her chat assistant works on its pads without a click of hers. */
describe('a chat assistant on a pad', () => {
  const { server, cast } = withCast()
  let ada: Caller
  let call: CallTool
  let pad_id: string

  before(async () => {
    call = openDoor({ ...server.parts.front, ...server.parts })
    const { linked_to } = await cast.otto.does('show_svc')
    const host = { host: 'chat.example', via: 'chat.example' }
    ada = caller(linked_to.id, { handle: 'ada', reach: true, connection: 'oauth', ...host })
  })
  beforeEach(async () => {
    pad_id = await makesPad(cast.otto, { hub: cast.hub.slug, title: 'Bread', text: 'rye' })
  })

  const says = (tool: string, args: object, by: Caller = ada) =>
    call(tool, args, { caller: by, door: 'mcp', signal: new AbortController().signal })
  const does = async (tool: string, args: object, by?: Caller): Promise<Record<string, any>> =>
    (await says(tool, args, by)).data
  const refused = (tool: string, args: object, by?: Caller) => refusalOf(says(tool, args, by))
  const suggestion = async (): Promise<string> =>
    (await cast.cleosAgent.does('edit_pad', { pad_id, base_version: 1, text: 'wheat', propose: true }))['edit_id']

  it('edits live, suggests, and takes edits back, with its host beside the name', async () => {
    const edited = await does('edit_pad', { pad_id, base_version: 1, text: 'rye and salt' })
    expect(edited).to.include({ version: 2 })
    await does('edit_pad', { pad_id, title: 'Loaf', propose: true })
    const { text } = await says('open_pad', { pad_id, history: true })
    expect(text).to.match(/suggestion edt_\w+ · proposed · Ada @ada · via chat\.example/)
    expect(text).to.match(/edit edt_\w+ · live · Ada @ada · via chat\.example/)
    expect(await does('undo_edit', { edit_id: edited['edit_id'] })).to.include({ version: 3 })
  })

  it('leaves its decisions proposed, although the edits of the same call go in', async () => {
    const both = { pad_id, base_version: 1, text: 'wheat', decision: { text: 'We bake wheat.' } }
    const said = await does('edit_pad', both)
    expect(said).to.include({ version: 2 })
    expect(said['decision']).to.include({ status: 'proposed' })
    const review = { decision_id: said['decision'].decision_id, outcome: 'accept' }
    expect(await refused('edit_pad', { review })).to.include({ code: 'forbidden', reason: 'host_cannot' })
    expect((await does('edit_pad', { review }, { ...ada, clicked: true }))['decision']).to.include({
      status: 'decided',
    })
    const { text } = await says('open_pad', { pad_id })
    expect(text).to.match(/decision dec_\w+ · decided · Ada @ada · via chat\.example/)
  })

  it('accepts and turns down nothing without a click, and withdraws what is its person’s', async () => {
    const edit_id = await suggestion()
    for (const outcome of ['accept', 'turn_down']) {
      const review = { edit_id, outcome }
      expect(await refused('edit_pad', { review }), outcome).to.include({ reason: 'host_cannot' })
    }
    const own = await does('edit_pad', { pad_id, title: 'Loaf', propose: true })
    const withdrawn = await does('edit_pad', { review: { edit_id: own['edit_id'], outcome: 'withdraw' } })
    expect(withdrawn['reviewed']).to.deep.equal({ edit_id: own['edit_id'], outcome: 'withdrawn' })
    const clicked = await does('edit_pad', { review: { edit_id, outcome: 'accept' } }, { ...ada, clicked: true })
    expect(clicked['reviewed']).to.include({ outcome: 'accepted' })
  })

  it('marks what answers a thread, and checks nothing', async () => {
    const { thread_id, post_id } = await cast.cleosAgent.does('start_thread', {
      hub: cast.hub.slug,
      title: 'Which?',
      body: 'Rye?',
    })
    const marked = await does('edit_pad', { resolves_thread: thread_id, answer_id: post_id })
    expect(marked['thread']).to.include({ status: 'answered' })
    const edit_id = await suggestion()
    expect(await refused('verify', { edit_id, note: 'looked' })).to.include({ reason: 'host_cannot' })
  })

  it('only suggests where approvals inside chat hosts are off', async () => {
    const off: Caller = { ...ada, approvals_off: true }
    const change = { pad_id, base_version: 1, text: 'wheat' }
    const refusal = await refused('edit_pad', change, off)
    expect(refusal).to.include({ code: 'forbidden', reason: 'suggestions_only' })
    expect(refusal.details['yourCapabilities']).to.include('propose').and.not.include('edit')
    expect((await does('edit_pad', { ...change, propose: true }, off))['edit']).to.include({ status: 'proposed' })
    const decided = await does('edit_pad', { pad_id, decision: { text: 'Wheat.' } }, off)
    expect(decided['decision']).to.include({ status: 'proposed' })
  })
})
