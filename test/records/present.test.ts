import { expect } from 'chai'
import { type Present, present } from '../../src/records/present.ts'

describe('present', () => {
  it('keeps what is there, in its order, and leaves out what is undefined or null', () => {
    const row: { readonly note: string | null; readonly host?: string } = { note: null }
    const made = present({ id: 'post_1', note: row.note, host: row.host, seq: 0, said: '', mine: false })
    expect(Object.keys(made)).to.deep.equal(['id', 'seq', 'said', 'mine'])
    expect(made).to.deep.equal({ id: 'post_1', seq: 0, said: '', mine: false })
  })

  it('has a type in which what may be missing is optional, and is never undefined', () => {
    interface Line {
      readonly kind: 'post' | 'task'
      readonly note?: string
      readonly host?: string
    }
    const line = (note: string | null, host: string | undefined): Line => present({ kind: 'post', note, host })
    expect(line(null, undefined)).to.deep.equal({ kind: 'post' })
    expect(line('soon', 'claude')).to.deep.equal({ kind: 'post', note: 'soon', host: 'claude' })
    // @ts-expect-error a field that may be missing is not what must be there
    const whole = (note: string | undefined): { readonly note: string } => present({ note })
    expect(whole('soon')).to.deep.equal({ note: 'soon' })
  })

  it('leaves out each field by itself where one of two objects is handed in', () => {
    type One = { readonly pad: string; readonly at: number | null } | { readonly thread: string | undefined }
    const of = (one: One): Present<One> => present(one)
    expect(of({ pad: 'pad_1', at: null })).to.deep.equal({ pad: 'pad_1' })
    expect(of({ thread: undefined })).to.deep.equal({})
  })

  it('changes nothing of what it was handed', () => {
    const given = { id: 'pad_1', note: undefined }
    expect(present(given)).not.to.equal(given)
    expect(given).to.have.property('note', undefined)
  })
})
