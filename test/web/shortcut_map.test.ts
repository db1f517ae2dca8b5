import { expect } from 'chai'
import { meaningOf, type Pressed } from '../../src/web/shortcuts/shortcut_map.ts'

describe('the keys', () => {
  const single = ['Enter', ...'/ ? g n j k a d s z r q e u'.split(' ')]
  const means = (key: string, more: Partial<Pressed> = {}) =>
    meaningOf({
      key,
      ctrlKey: false,
      metaKey: false,
      altKey: false,
      inField: false,
      afterG: false,
      single: true,
      ...more,
    })

  it('mean one thing each', () => {
    const found = single.map((key) => JSON.stringify(means(key)))
    expect(new Set(found).size).to.equal(found.length)
    expect(found).not.to.include(undefined)
  })

  it('go to a place after g', () => {
    expect(['h', 'i', 't', 'm'].map((key) => means(key, { afterG: true }))).to.deep.equal(
      ['/', '/inbox', '/tasks', '/dm'].map((to) => ({ does: 'go', to })),
    )
    expect(means('a', { afterG: true })).to.equal(undefined)
    expect(means('h')).to.equal(undefined)
  })

  it('mean nothing in a field, with a modifier, or where they are switched off', () => {
    for (const key of single) {
      for (const off of [
        { inField: true },
        { ctrlKey: true },
        { metaKey: true },
        { altKey: true },
        { single: false },
      ]) {
        if (key === 'Enter' && ('ctrlKey' in off || 'metaKey' in off)) continue
        expect(means(key, off), `${key} ${JSON.stringify(off)}`).to.equal(undefined)
      }
    }
  })

  it('send from everywhere, a field too, and close', () => {
    for (const modifier of [{ ctrlKey: true }, { metaKey: true }]) {
      expect(means('Enter', { inField: true, single: false, ...modifier })).to.deep.equal({ does: 'send' })
    }
    expect(means('Escape', { inField: true })).to.deep.equal({ does: 'close' })
  })
})
