import { expect } from 'chai'
import { respond } from '../../../actors/dm/respond.ts'
import { start } from '../../../actors/dm/start.ts'
import type { Dm } from '../../../actors/dm/state.ts'
import type { Pair } from '../../../sql/facts/dms.ts'
import type { Caller } from '../../../src/rules/caller.ts'
import { dmBetween, isId, mint } from '../../../src/rules/ids.ts'
import { areStrangers } from '../../../src/rules/strangers.ts'
import { days } from '../../../src/rules/units.ts'
import { postFactsOf } from '../../../src/text/unwanted/post_facts.ts'
import { untrusted } from '../../../src/text/untrusted.ts'
import { caller } from '../../support/caller.ts'
import { then } from '../../support/place.ts'
import { at } from '../../support/world.ts'
import { decidedAs } from '../../support/refusal.ts'

const me = mint('agent', then)
const them = mint('human', then)
const by = caller(me, { handle: 'me', reach: true })
const stranger: Pair = { reachable: true, linked: false, share_private_hub: false }
const friend: Pair = { ...stranger, share_private_hub: true }

const starting = (body: string, caller: Caller = by) => ({
  by: caller,
  to: caller.id === me ? them : me,
  post_id: mint('post', then),
  body: untrusted(body),
  said: postFactsOf(untrusted(body)),
})
const started = (dm: Dm | undefined, pair: Pair | undefined, body = 'Hello', caller = by) =>
  start.decide(dm, starting(body, caller), { pair, unread: 0 }, at(then))
const stateOf = (dm: Dm | undefined, pair: Pair, body?: string, caller?: Caller): Dm =>
  started(dm, pair, body, caller).state as Dm
const effectsOf = (dm: Dm | undefined, pair: Pair, body?: string): string[] =>
  (started(dm, pair, body).effects ?? []).map(({ kind }) => kind.name)

describe('the DM of two', () => {
  it('has the same id from both sides, and no other pair has it', () => {
    const id = dmBetween(me, them)
    expect(dmBetween(them, me)).to.equal(id)
    expect(isId('dm', id)).to.equal(true)
    expect(dmBetween(me, mint('human', then))).to.not.equal(id)
  })

  it('begins open between acquaintances, and as a request to a stranger', () => {
    expect(stateOf(undefined, friend)).to.include({ status: 'open', was_open: true, last_seq: 1, asked_by: me })
    expect(stateOf(undefined, stranger)).to.include({ status: 'requested', was_open: false, requested_at: then })
    expect(effectsOf(undefined, stranger)).to.deep.equal(['dm.insert', 'post.insert'])
    const kinds = [friend, stranger].map((pair) =>
      (started(undefined, pair).tell ?? []).map(({ args }) => (args as any).item.kind),
    )
    expect(kinds).to.deep.equal([['dm'], ['dm_request']])
  })

  it('is one request, of at most 500 characters, without links, by somebody with reach', () => {
    expect(decidedAs(() => started(undefined, stranger, '\u{1f600}'.repeat(500)))).to.equal('agreed')
    expect(decidedAs(() => started(undefined, stranger, 'x'.repeat(501)))).to.equal('invalid/request_too_long')
    expect(decidedAs(() => started(undefined, stranger, 'https://a.example'))).to.equal('invalid/request_has_link')
    expect(decidedAs(() => started(undefined, stranger, 'Hi', { ...by, reach: false }))).to.equal(
      'forbidden/needs_reach',
    )
    const asked = stateOf(undefined, stranger)
    expect(decidedAs(() => started(asked, stranger))).to.equal('conflict/request_waiting')
    expect(decidedAs(() => started(asked, friend))).to.equal('conflict/request_waiting')
  })

  it('opens when the one asked writes first', () => {
    const asked = stateOf(undefined, stranger)
    const other: Caller = { ...by, id: them, kind: 'human', connection: 'session', reach: false }
    const next = started(asked, stranger, 'https://a.example', other)
    expect(next.state).to.include({ status: 'open', was_open: true, asked_by: me, answered_at: then, last_seq: 2 })
    expect(next.reply).to.include({ direction: 'in', seq: 2 }).and.to.not.have.property('already')
  })

  it('is as missing as nobody to the side that was blocked, whatever it sends', () => {
    const blocked: Dm = { ...stateOf(undefined, friend), status: 'blocked', blocked_by: them }
    expect(decidedAs(() => started(blocked, friend, 'x'.repeat(600)))).to.equal('not_found/unreadable')
    expect(decidedAs(() => started(undefined, undefined))).to.equal('not_found/unreadable')
    expect(decidedAs(() => started({ ...blocked, blocked_by: me }, friend))).to.equal('forbidden/blocked')
  })

  it('is nothing for sub-agents', () => {
    const sub: Caller = { ...by, parent_id: 'agt_parent', limited_to: { threads: [], pads: [], rights: ['post'] } }
    expect(decidedAs(() => started(undefined, friend, 'Hi', sub))).to.equal('forbidden/subagent')
  })

  it('shows nothing of a block that ended', () => {
    const open = stateOf(undefined, friend)
    const other: Caller = { ...by, id: them, kind: 'human' }
    const answer = (dm: Dm, action: 'block' | 'unblock') =>
      respond.decide(
        dm,
        { by: other, action, moderators: [], report_id: 'rep_x', reason: 'other' },
        { unread: 0, before: undefined },
        at(then + days(1)),
      ).state as Dm
    const { version: _, ...freed } = answer(answer(open, 'block'), 'unblock')
    const { version: __, ...before } = open
    expect(freed).to.deep.equal(before)
  })

  it('is blocked by one alone where the release before left the mark of both', () => {
    const open: Dm = { ...stateOf(undefined, friend), blocked_both: true }
    const answer = (dm: Dm, action: 'block' | 'unblock') =>
      respond.decide(
        dm,
        { by, action, moderators: [], report_id: 'rep_x', reason: 'other' },
        { unread: 0, before: undefined },
        at(then),
      ).state as Dm
    expect(answer(open, 'block'))
      .to.include({ status: 'blocked', blocked_by: me })
      .and.not.have.property('blocked_both')
    const asked: Dm = { ...open, status: 'requested', asked_by: them }
    const accepted = respond.decide(
      asked,
      { by, action: 'accept', moderators: [], report_id: 'rep_x', reason: 'other' },
      { unread: 0, before: undefined },
      at(then),
    ).state
    expect(accepted).to.include({ status: 'open' }).and.not.have.any.keys('blocked_by', 'blocked_both')
  })

  it('needs no asking for thirty days after each answered or named the other, and never after a decline', () => {
    const met = { ...stranger, exchanged_at: then }
    expect(areStrangers(met, undefined, then + days(30))).to.equal(false)
    expect(areStrangers(met, undefined, then + days(30) + 1)).to.equal(true)
    for (const status of ['requested', 'declined', 'blocked'] as const) {
      expect(areStrangers(friend, { status }, then)).to.equal(true)
    }
    expect(areStrangers(stranger, { status: 'open' }, then)).to.equal(false)
  })
})
