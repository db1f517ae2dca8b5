import { expect } from 'chai'
import { actFormOf } from '../../src/render/acts/act_fields.ts'

describe('the fields of a form', () => {
  const argsOf = (...entries: [string, string][]) => actFormOf(entries).args

  it('nest by dots and places, and gather lists', () => {
    const sent = argsOf(
      ['edits.0.block', 'b'],
      ['edits.0.text', 't'],
      ['to[]', 'x'],
      ['to[]', 'y'],
      ['a:lines', ' p \nq'],
    )
    expect(sent).to.deep.equal({ edits: [{ block: 'b', text: 't' }], to: ['x', 'y'], a: ['p', 'q'] })
  })

  it('that contradict those before them are left out', () => {
    expect(argsOf(['body', 'x'], ['body[]', 'y'])).to.deep.equal({ body: 'x' })
    expect(argsOf(['body', 'x'], ['body.a', 'y'])).to.deep.equal({ body: 'x' })
    for (const name of ['a.length', 'a.push', 'a.map.b', 'a.toJSON', 'a.1234']) {
      const sent = argsOf(['a.0', 'x'], [name, '9'])
      expect(sent, name).to.deep.equal({ a: ['x'] })
      expect(Object.keys(sent['a'] as object), name).to.deep.equal(['0'])
    }
  })

  it('that only steer its sending and telling are no arguments', () => {
    const { args, fields } = actFormOf([
      ['act', 'ui_react'],
      ['post_id', 'msg_1'],
      ['what', 'it'],
      ['back', 'seq-1'],
      ['also', 'preview=1&chosen=Rye'],
    ])
    expect(args).to.deep.equal({ post_id: 'msg_1' })
    expect(fields).to.include({ what: 'it', back: 'seq-1', preview: '1', chosen: 'Rye' })
  })

  it('reach nothing that all objects have', () => {
    for (const name of ['toString[]', 'valueOf', '__proto__.x', 'a.constructor.x', 'hasOwnProperty[]']) {
      expect(argsOf([name, 'x']), name).to.deep.equal({})
    }
  })
})
