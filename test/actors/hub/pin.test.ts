import { expect } from 'chai'
import { pin } from '../../../actors/hub/pin.ts'
import type { Hub } from '../../../actors/hub/state.ts'
import { pace } from '../../../src/rules/limits.ts'
import { untrusted } from '../../../src/text/untrusted.ts'
import { caller } from '../../support/caller.ts'
import { at } from '../../support/world.ts'
import { decidedAs } from '../../support/refusal.ts'

const now = Date.UTC(2026, 8, 24)
const ada = caller('hum_ada')
const bakery: Hub = {
  id: 'hub_1',
  slug: 'bakery',
  title: untrusted('Bakery'),
  audience: 'public',
  mode: 'open',
  front_pad_id: 'pad_1',
  accepts_guests: false,
  version: 4,
  created_by: ada.id,
  created_at: '2026-09-01T00:00:00.000Z',
  updated_at: '2026-09-01T00:00:00.000Z',
}

describe('pinning, message by message', () => {
  type Facts = Parameters<typeof pin.decide>[2]
  const there = { audience: bakery.audience, mode: bakery.mode, accepts_guests: false, agents_paused: false }
  const facts = (role: 'owner' | 'helper' | 'member' | undefined, more: Partial<Facts> = {}): Facts => ({
    standing: { hub: { id: 'hub_1', ...there }, ...(role && { hub_seat: role }), removed: false },
    found: { hub_id: 'hub_1', pinned: false, hidden: false },
    pins: 3,
    ...more,
  })
  const item = { type: 'thread', id: 'thr_1' } as const
  const call = { by: ada, item, pinned: true, entry: 'act_1', public_on: true }
  const refusal = (given: Facts): string => decidedAs(() => pin.decide(bakery, call, given, at(now)))

  it('writes the pin and a line of the log, and wakes whoever watches the hub', () => {
    const { reply, effects = [], wake, state } = pin.decide(bakery, call, facts('helper'), at(now))
    expect(reply).to.deep.include({ pinned: true, pins: 4, entry: 'act_1', target: item })
    expect(effects.map(({ kind }) => kind.name)).to.deep.equal(['pin.insert', 'act.insert'])
    expect(effects[1]?.row).to.include({ action: 'pin', target_id: 'thr_1', by_id: ada.id })
    expect(effects[0]?.row).to.deep.equal({
      item_id: 'thr_1',
      hub_id: 'hub_1',
      by_id: ada.id,
      at: new Date(now).toISOString(),
    })
    expect(wake).to.deep.equal({ version: 4 })
    expect(state).to.equal(undefined)
  })

  it('does nothing twice', () => {
    const found = { hub_id: 'hub_1', pinned: true, hidden: false }
    const { reply, effects = [] } = pin.decide(bakery, call, facts('owner', { found, pins: pace.pins }), at(now))
    expect(reply).to.deep.include({ already: true, pins: pace.pins })
    expect(effects).to.deep.equal([])
    const off = pin.decide(bakery, { ...call, pinned: false }, facts('owner', { found, pins: pace.pins }), at(now))
    expect(off.reply).to.deep.include({ pinned: false, status: 'unpinned', pins: pace.pins - 1 })
    expect(off.effects?.map(({ kind }) => kind.name)).to.deep.equal(['pin.delete', 'act.insert'])
    expect(off.effects?.[1]?.row).to.include({ action: 'unpin', target_id: 'thr_1' })
    const never = { ...found, pinned: false }
    expect(
      pin.decide(bakery, { ...call, pinned: false }, facts('owner', { found: never }), at(now)).reply,
    ).to.deep.include({ already: true, pinned: false, pins: 3 })
  })

  it('is refused for what is missing first, then for the seat, then for the number', () => {
    const elsewhere = { hub_id: 'hub_2', pinned: false, hidden: false }
    const hidden = { hub_id: 'hub_1', pinned: false, hidden: true }
    expect(refusal(facts('member', { found: undefined }))).to.equal('not_found/unreadable')
    expect(refusal(facts('owner', { found: elsewhere }))).to.equal('not_found/unreadable')
    expect(refusal(facts('member', { found: hidden }))).to.equal('not_found/unreadable')
    expect(refusal(facts('owner', { found: hidden }))).to.equal('agreed')
    expect(refusal(facts('member', { pins: pace.pins }))).to.equal('forbidden/needs_helper')
    expect(refusal(facts(undefined))).to.match(/^forbidden/)
    expect(refusal(facts('owner', { pins: pace.pins }))).to.equal('rate_limited/pins')
  })
})
