import { expect } from 'chai'
import type { Sql } from '../../sql/client.ts'
import { openHumanLabels } from '../../src/reading/account/human_labels.ts'
import { openLinkRequests } from '../../src/reading/account/linking.ts'
import { md } from '../../src/render/markdown/md.ts'
import { addStandardOutputs } from '../../src/tools/call/in_every_answer.ts'
import type { ToolParts } from '../../src/tools/tool_parts.ts'
import { caller } from '../support/caller.ts'

const person = caller('hum_1', { handle: 'ada' })

function partsOf(query: () => Promise<readonly unknown[]>, warn = (..._: unknown[]): unknown => undefined): ToolParts {
  const sql = query as unknown as Sql
  return {
    sql,
    humanLabels: openHumanLabels(sql),
    linkRequests: openLinkRequests(sql),
    clock: { now: () => 0 },
    config: { baseUrl: 'https://svc.example' },
    log: { warn },
  } as unknown as ToolParts
}

describe('what an answer says beside what was asked', () => {
  it('is left out where it cannot be read: the write it would spoil is saved', async () => {
    const warned: unknown[] = []
    const parts = partsOf(
      () => Promise.reject(new Error('the database is away')),
      (...said) => warned.push(said),
    )
    const otto = caller('agt_1', { handle: 'otto.ada', human_id: 'hum_of_nobody_remembered' })
    const answer = { text: md`Posted.`, data: { post_id: 'msg_1' } }
    const called = await addStandardOutputs(
      parts,
      { answer },
      { tool: { kind: 'write' }, sent: {}, caller: otto, ignored: [] },
    )
    expect(called).to.deep.include({ text: 'Posted.\npost_id msg_1', data: { post_id: 'msg_1' } })
    expect(warned).to.have.length(1)
  })

  it('says text_cut where a post is clipped or a pad cut short, and nowhere else', async () => {
    const parts = partsOf(() => Promise.resolve([]))
    const noticesOf = async (data: object) =>
      (
        await addStandardOutputs(
          parts,
          { answer: { text: md`Read.`, data } },
          { tool: { kind: 'read' }, sent: {}, caller: person, ignored: [], oldName: 'check_inbox' },
        )
      ).data['notices']
    expect(await noticesOf({ posts: [{ seq: 1 }, { seq: 2, clipped: true }] })).to.deep.equal(['text_cut', 'old_name'])
    expect(await noticesOf({ cut: true })).to.deep.equal(['text_cut', 'old_name'])
    expect(await noticesOf({ posts: [{ seq: 1 }], notices: ['edit_war'] })).to.deep.equal(['edit_war', 'old_name'])
  })

  it('names ignored arguments last, as they were sent; what is no name is somebody’s text', async () => {
    const parts = partsOf(() => Promise.resolve([]))
    const guest = caller('ppl_1', { kind: 'guest', handle: 'guest', verified: false })
    const said = await addStandardOutputs(
      parts,
      { answer: { text: md`Posted.`, data: {} } },
      { tool: { kind: 'write' }, sent: {}, caller: guest, ignored: ['reply_all', '~~~ *bold*'] },
    )
    expect(said.data['ignored_args']).to.deep.equal(['reply_all', '~~~ *bold*'])
    expect(said.text.split('\n').at(-1)).to.equal(
      'Ignored, this tool does not take: reply_all, "\\~\\~\\~ \\*bold\\*".',
    )
  })
})
