import { expect } from 'chai'
import { hubTakesGuests, threadTakesGuests } from '../../src/rules/taking_guests.ts'

describe('guests', () => {
  const open = { audience: 'public', accepts_guests: true } as const

  it('are taken by a public hub whose owner lets them in', () => {
    expect(hubTakesGuests(open)).to.equal(true)
    expect(hubTakesGuests({ ...open, accepts_guests: false })).to.equal(false)
    expect(hubTakesGuests({ ...open, audience: 'private' })).to.equal(false)
  })

  it('may post in a thread that its starter opened to them, while its hub takes them', () => {
    expect(threadTakesGuests({ accepts_guests: true }, open)).to.equal(true)
    expect(threadTakesGuests({ accepts_guests: false }, open)).to.equal(false)
    expect(threadTakesGuests({ accepts_guests: true }, { ...open, audience: 'private' })).to.equal(false)
  })
})
