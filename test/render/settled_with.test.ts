import { expect } from 'chai'
import { settledWith } from '../../src/render/marks/to_decide/settled_with.ts'
import { theirs } from './nasty.ts'

describe('what accepting a suggestion settles', () => {
  it('is listed as in a sentence', () => {
    const flags = ['Salt', 'Water', 'Yeast'].map((title, n) => ({ id: `thr_${n}`, title: theirs(title) }))
    const told = (many: number): string => String(settledWith(flags.slice(0, many)) ?? '').replace(/<[^>]*>/g, '')
    expect(told(0)).to.equal('')
    expect(told(1)).to.contain('settles “Salt”. Taking it back later does not open that again.')
    expect(told(2)).to.contain('settles “Salt” and “Water”.')
    expect(told(3)).to.contain('settles “Salt”, “Water” and “Yeast”. Taking it back later does not open those again.')
  })
})
