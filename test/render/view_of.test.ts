import { expect } from 'chai'
import { viewOf } from '../../src/render/view_of.ts'

describe('a view read from its JSON', () => {
  const at = new Date('2026-11-22T07:42:00.000Z')
  const json = (view: object): unknown => JSON.parse(JSON.stringify(view))

  it('has its times as Dates again, however deep they stand', () => {
    const view = {
      kind: 'thread',
      created: at,
      posts: [{ id: 'msg_1', created: at, edited: at, earlier: [{ edit: 1, until: at, text: 'was' }] }],
      tasks: [{ id: 'tsk_1', updated: at, due: at }],
    }
    expect(viewOf(json(view))).to.deep.equal(view)
  })

  it('leaves words alone, and what only looks like a time', () => {
    const view = { kind: 'dm', dms: [{ id: 'dm_1', updated: 'on Friday', answered: true, title: at.toISOString() }] }
    expect(viewOf(json(view))).to.deep.equal(view)
  })
})
