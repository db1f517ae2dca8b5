import { expect } from 'chai'
import { coerceFields } from '../../src/tools/input/coerce.ts'
import { unwrapped } from '../../src/tools/input/unwrapped.ts'
import { cursor, guide, narrowing, opaque, text } from '../../src/tools/input/fields.ts'

const shape = {
  type: 'object',
  required: ['title'],
  properties: {
    title: { type: 'string' },
    limit: { type: 'integer' },
    outline: { type: 'boolean' },
    mode: { type: 'string', enum: ['open', 'checked'] },
    guide: guide() as object,
    cursor: cursor() as object,
    since: narrowing(text(0, 40)) as object,
    thread_id: { type: 'string', pattern: '^thr_' },
    idempotency_key: opaque(text(8, 200)) as object,
    wait: { anyOf: [{ type: 'integer' }, { type: 'boolean' }] },
    sections: { type: 'array', items: { type: 'string' } },
    quote: { type: 'object', required: ['post_id'], properties: { post_id: { type: 'string' } } },
    ack_items: { type: 'array', items: { type: 'integer' } },
    edits: {
      type: 'array',
      items: { type: 'object', required: ['text'], properties: { rev: { type: 'integer' }, text: { type: 'string' } } },
    },
  },
}

describe('what hosts send instead of what a schema asks for', () => {
  const read = (sent: Record<string, unknown>) => coerceFields(shape, sent)

  it('reads numbers and booleans written as text', () => {
    expect(read({ limit: '20', outline: 'true' })).to.deep.equal({ limit: 20, outline: true })
    expect(read({ limit: '20.0' })).to.deep.equal({ limit: 20 })
    expect(read({ outline: 'False' })).to.deep.equal({ outline: false })
    expect(read({ limit: '2O', outline: 'yes' })).to.deep.equal({ limit: '2O', outline: 'yes' })
  })

  it('reads a number as a text where a text is taken', () => {
    expect(read({ title: 2026, limit: 20 })).to.deep.equal({ title: '2026', limit: 20 })
    // two of these may be one number, and one idempotency key would stand for two writes
    expect(read({ title: 2 ** 60 })).to.deep.equal({ title: 2 ** 60 })
  })

  it('reads a list written with commas where no item could hold one', () => {
    expect(read({ ack_items: '1, 2,3' })).to.deep.equal({ ack_items: [1, 2, 3] })
    expect(read({ sections: 'one, two' })).to.deep.equal({ sections: ['one, two'] })
  })

  it('counts an object that holds nothing as left out, where it would have to hold something', () => {
    expect(read({ quote: {}, limit: 1 })).to.deep.equal({ limit: 1 })
    expect(read({ quote: { post_id: '', text: null } })).to.deep.equal({})
    expect(read({ quote: { post_id: 'msg_1' } })).to.deep.equal({ quote: { post_id: 'msg_1' } })
  })

  it('reads names however their words are joined, and leaves what stands beside its other spelling', () => {
    const own = shape.properties
    expect(unwrapped({ threadId: 1, 'idempotency-key': 2, Title: 3, edits: [{ blockId: 4 }] }, own)).to.deep.equal({
      thread_id: 1,
      idempotency_key: 2,
      title: 3,
      edits: [{ block_id: 4 }],
    })
    expect(unwrapped({ threadId: 1, thread_id: 2 }, own)).to.deep.equal({ threadId: 1, thread_id: 2 })
    expect(unwrapped({ threadId: 1, 'thread-id': 2 }, own)).to.deep.equal({ thread_id: 1, 'thread-id': 2 })
    expect(unwrapped({ sentAt: 1 }, { sentAt: {} })).to.deep.equal({ sentAt: 1 })
  })

  it('unwraps arguments, also twice, and with the name of their tool beside', () => {
    for (const sent of [
      { params: { limit: 1 } },
      { tool_input: '{"limit": 1}' },
      { arguments: { arguments: { limit: 1 } } },
      { name: 'open_hub', arguments: { limit: 1 } },
    ])
      expect(unwrapped(sent, shape.properties, 'open_hub'), JSON.stringify(sent)).to.deep.equal({ limit: 1 })
    const another = { name: 'Rider', arguments: { limit: 1 } }
    expect(unwrapped(another, shape.properties, 'open_hub')).to.deep.equal(another)
  })

  it('takes enum values in any case', () => {
    expect(read({ mode: 'Checked' })).to.deep.equal({ mode: 'checked' })
  })

  it('reads wait as seconds or as true', () => {
    expect([read({ wait: '20' }), read({ wait: 'true' }), read({ wait: 5 })]).to.deep.equal([
      { wait: 20 },
      { wait: true },
      { wait: 5 },
    ])
  })

  it('reads nested arguments sent as JSON text', () => {
    expect(read({ edits: '[{"rev":"3","text":""}]' })).to.deep.equal({ edits: [{ rev: 3, text: '' }] })
    expect(read({ edits: 'not json' })).to.deep.equal({ edits: 'not json' })
  })

  it('leaves text that nests too deep, or names too much, as it is', () => {
    for (const edits of ['['.repeat(65) + ']'.repeat(65), `[{${'"a":1,'.repeat(5_001)}"b":1}]`]) {
      expect(read({ edits })).to.deep.equal({ edits })
    }
  })

  it('reads one thing as a list of one where a list is taken', () => {
    expect(read({ edits: { rev: 3, text: '' } })).to.deep.equal({ edits: [{ rev: 3, text: '' }] })
    expect(read({ edits: '{"rev":3,"text":""}' })).to.deep.equal({ edits: [{ rev: 3, text: '' }] })
    expect(read({ sections: 'abcd1234' })).to.deep.equal({ sections: ['abcd1234'] })
    expect(read({ ack_items: 7 })).to.deep.equal({ ack_items: [7] })
  })

  it('counts an empty or null optional argument as left out, save where empty means something', () => {
    expect(read({ limit: '', mode: null, guide: '', title: '' })).to.deep.equal({ guide: '', title: '' })
  })

  it('counts the word for nothing as left out where it could be no value, and keeps it where it may be words', () => {
    const left = { limit: 'null', mode: 'None', outline: 'undefined', wait: 'null', edits: 'null', sections: 'null' }
    expect(read({ ...left, ack_items: ['null'] })).to.deep.equal({})
    expect(read({ thread_id: 'null', idempotency_key: 'null' })).to.deep.equal({})
    // long enough to be one
    expect(read({ idempotency_key: 'undefined', cursor: 'None' })).to.deep.equal({})
    expect(read({ title: 'null', guide: 'None', sections: ['null'] })).to.deep.equal({
      title: 'null',
      guide: 'None',
      sections: ['null'],
    })
  })

  it('keeps the word for nothing in what narrows a call, which then refuses it', () => {
    expect(read({ since: 'null', limit: 'null' })).to.deep.equal({ since: 'null' })
    expect(read({ since: '', limit: '' })).to.deep.equal({})
  })

  it('keeps unknown names for being named, __proto__ among them', () => {
    const sent = JSON.parse('{"colour": "red", "__proto__": {"limit": 1}}') as Record<string, unknown>
    const fields = read(sent)
    expect(Object.keys(fields)).to.deep.equal(['colour', '__proto__'])
    expect(fields['limit']).to.equal(undefined)
  })
})
