import { expect } from 'chai'
import { type SinonFakeTimers, useFakeTimers } from 'sinon'
import { openRepliesAfterNotices, type RepliesAfterNotices } from '../../../actors/runtime/front/reply_after_notices.ts'
import { noticesWithin } from '../../../actors/runtime/numbers.ts'

describe('an answer waits for the notices of its write', () => {
  let clock: SinonFakeTimers
  let replies: RepliesAfterNotices
  let answered: string[]
  const answers = (attempt: string) => replies.after(attempt, () => answered.push(attempt))

  beforeEach(() => {
    clock = useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    replies = openRepliesAfterNotices()
    answered = []
  })
  afterEach(() => clock.restore())

  it('and is given at once where it caused none', () => {
    answers('alone')
    expect(answered).to.deep.equal(['alone'])
  })

  it('until the last of them has arrived, those that a notice causes included, and is given once', () => {
    replies.expect('post', 2)
    answers('post')
    replies.arrived('post', 0)
    expect(answered, 'one is under way').to.deep.equal([])
    replies.arrived('post', 1)
    expect(answered, 'the one that it caused is under way').to.deep.equal([])
    replies.arrived('post', 0)
    expect(answered).to.deep.equal(['post'])
    expect(clock.countTimers()).to.equal(0)
    replies.arrived('post', 0)
    expect(answered).to.deep.equal(['post'])
  })

  it('and is given at once where they came before it', () => {
    replies.expect('post', 1)
    replies.arrived('post', 0)
    answers('post')
    expect(answered).to.deep.equal(['post'])
    expect(clock.countTimers()).to.equal(0)
  })

  it('and not for those of another write', () => {
    replies.expect('one', 1)
    replies.expect('other', 1)
    answers('one')
    answers('other')
    replies.arrived('other', 0)
    replies.arrived('unknown', 0)
    expect(answered).to.deep.equal(['other'])
  })

  it('and a quarter of a second at most, where one of them does not come', () => {
    expect(noticesWithin).to.equal(250)
    replies.expect('post', 1)
    answers('post')
    clock.tick(noticesWithin - 1)
    expect(answered).to.deep.equal([])
    clock.tick(1)
    expect(answered).to.deep.equal(['post'])
    replies.arrived('post', 0)
    expect(answered, 'it arrived later').to.deep.equal(['post'])
  })
})
