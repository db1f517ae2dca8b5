import { expect } from 'chai'
import { hub } from '../../../actors/hub/index.ts'
import type { Hub } from '../../../actors/hub/state.ts'
import { ownerLeft } from '../../../actors/hub/owner_left.ts'
import { update } from '../../../actors/hub/update.ts'
import { registration } from '../../../src/rules/limits.ts'
import { untrusted } from '../../../src/text/untrusted.ts'
import { caller } from '../../support/caller.ts'
import { at } from '../../support/world.ts'
import { decidedAs } from '../../support/refusal.ts'

const now = Date.UTC(2026, 8, 24)
const cooking: Hub = {
  id: 'hub_1',
  slug: 'cooking',
  title: untrusted('Cooking'),
  audience: 'private',
  mode: 'open',
  front_pad_id: 'pad_1',
  accepts_guests: false,
  version: 4,
  created_by: 'hum_ada',
  created_at: '2026-09-01T00:00:00.000Z',
  updated_at: '2026-09-01T00:00:00.000Z',
}
const seated = (role?: 'owner' | 'helper' | 'member', removed = false) => ({
  standing: {
    hub: { id: 'hub_1', audience: cooking.audience, mode: cooking.mode, accepts_guests: false, agents_paused: false },
    ...(role ? { hub_seat: role } : {}),
    removed,
  },
})
describe('joining a hub', () => {
  const facts = {
    ...seated(),
    keepers: [{ id: 'hum_ada', role: 'owner' as const }],
    given: 1,
    waits: undefined,
    name: undefined,
  }
  const asks = (there: Hub, more = {}, public_on = true) =>
    hub.on.join.decide(there, { by: caller('hum_cleo') }, { ...facts, ...more }, at(now, { public_on }))

  it('seats at once in a public hub', () => {
    const { reply, effects } = asks({ ...cooking, audience: 'public' })
    expect(reply).to.deep.equal({ joined: true, seat: 'member' })
    expect(effects?.[0]?.row).to.include({
      scope_id: 'hub_1',
      participant_id: 'hum_cleo',
      role: 'member',
      given_by: 'hum_cleo',
    })
  })

  it('asks owner and helpers of a private hub', () => {
    const { reply, tell } = asks(cooking)
    expect(reply).to.deep.equal({ requested: true })
    expect(tell?.map(({ id, args }) => [id, (args as { item: { kind: string } }).item.kind])).to.deep.equal([
      ['hum_ada', 'join_request'],
    ])
  })

  it('asks in a public hub too while public threads are off', () => {
    expect(asks({ ...cooking, audience: 'public' }, {}, false).reply).to.deep.equal({ requested: true })
  })

  it('says so where a seat or a request was there before', () => {
    expect(asks(cooking, seated('helper')).reply).to.deep.equal({ joined: true, already: true, seat: 'helper' })
    expect(asks(cooking, { waits: true }).reply).to.deep.equal({ requested: true, already: true })
  })

  it('refuses somebody who was removed, and the member past the last seat', () => {
    expect(decidedAs(() => asks(cooking, seated(undefined, true)))).to.equal('forbidden/removed')
    const full = { given: registration.membersPerPlace }
    expect(decidedAs(() => asks({ ...cooking, audience: 'public' }, full))).to.equal('rate_limited/members_full')
  })
})

describe('changing a hub', () => {
  const change = (seat: 'owner' | 'helper' | 'member', changes: object, more: object = {}) =>
    update.decide(cooking, { by: caller('hum_ada'), changes, ...more }, { ...seated(seat), padHub: 'hub_1' }, at(now))

  it('raises the version and names what changed', () => {
    const { state, reply } = change('helper', { guide: untrusted('Be kind'), title: cooking.title })
    expect(reply.changed).to.deep.equal(['guide'])
    expect(state).to.include({ version: 5, guide: 'Be kind', guide_updated_at: new Date(now).toISOString() })
  })

  it('leaves a Read me first that stands already as it is, with who wrote it and when', () => {
    const changes = { guide: untrusted('Be kind') }
    const facts = { ...seated('helper'), padHub: 'hub_1' }
    const { state, effects, reply } = update.decide(
      { ...cooking, guide: untrusted('Be kind') },
      { by: caller('hum_ada'), changes },
      facts,
      at(now),
    )
    expect([state, effects, reply.changed, reply.version]).to.deep.equal([undefined, undefined, [], 4])
    const cleared = update.decide(cooking, { by: caller('hum_ada'), changes: { guide: untrusted('') } }, facts, at(now))
    expect([cleared.state, cleared.reply.changed], 'none is cleared').to.deep.equal([undefined, []])
  })

  it('clears Read me first with an empty text', () => {
    const withGuide = { ...cooking, guide: untrusted('Be kind') }
    const { state } = update.decide(
      withGuide,
      { by: caller('hum_ada'), changes: { guide: untrusted('') } },
      { ...seated('owner'), padHub: 'hub_1' },
      at(now),
    )
    expect(state?.guide).to.equal(undefined)
  })

  it('leaves audience, mode and guests to the owner, the rest to helpers too', () => {
    const asHelper = (changes: object) => decidedAs(() => change('helper', changes, { previewed_version: 4 }))
    expect(asHelper({ audience: 'public' })).to.equal('forbidden/needs_owner')
    expect(asHelper({ mode: 'checked' })).to.equal('forbidden/needs_owner')
    expect(asHelper({ accepts_guests: true })).to.equal('forbidden/needs_owner')
    expect(asHelper({ guide: untrusted('x'), title: untrusted('y'), front_pad_id: 'pad_2' })).to.equal('agreed')
    expect(decidedAs(() => change('member', { title: untrusted('y') }))).to.equal('forbidden/needs_helper')
  })

  it('goes public only after a preview of the hub as it is now', () => {
    const publish = (more: object) => decidedAs(() => change('owner', { audience: 'public' }, more))
    expect(publish({})).to.equal('conflict/preview_expired')
    expect(publish({ previewed_version: 3 })).to.equal('conflict/preview_expired')
    expect(change('owner', { audience: 'public' }, { previewed_version: 4 }).reply.audience).to.equal('public')
  })

  it('changes nothing for a preview', () => {
    const { state, effects, reply } = change('owner', { audience: 'public' }, { preview: true })
    expect([state, effects, reply.changed]).to.deep.equal([undefined, undefined, []])
  })

  it('takes a front pad of its own only', () => {
    const update1 = () =>
      update.decide(
        cooking,
        { by: caller('hum_ada'), changes: { front_pad_id: 'pad_9' } },
        { ...seated('owner'), padHub: 'hub_2' },
        at(now),
      )
    expect(decidedAs(update1)).to.equal('invalid/target')
  })
})

describe('a hub whose owner left', () => {
  const own = ['hum_ada', 'agt_otto']
  const left = (owners: readonly string[], heirs: readonly string[]) => {
    const facts = { owners: owners.map((id) => ({ id })), heirs }
    const { reply, state, effects = [], tell = [] } = ownerLeft.decide(cooking, { who: 'hum_ada', own }, facts, at(now))
    const told = tell.map(({ actor, id, operation }) => `${actor} ${id} ${operation}`)
    return { ...reply, state, told, effects: effects.map(({ kind, row }) => [kind.name, row] as const) }
  }
  const seatGone = (id: string) => ['seat.delete', { scope_id: 'hub_1', participant_id: id }]

  it('is as it was where none of theirs owned it', () => {
    expect(left(['hum_ben'], ['hum_ben'])).to.deep.equal({ left: false, state: undefined, told: [], effects: [] })
  })

  it('stays with those who own it beside them', () => {
    const { effects, told, state } = left(['hum_ada', 'agt_otto', 'hum_ben'], ['agt_otto', 'hum_ben', 'hum_cleo'])
    expect(effects).to.deep.equal([seatGone('hum_ada'), seatGone('agt_otto')])
    expect([told, state]).to.deep.equal([[], undefined])
  })

  it('goes to the first member who is none of their own agents, and tells them', () => {
    const { effects, told, state } = left(['hum_ada'], ['agt_otto', 'hum_cleo', 'hum_dan'])
    expect(effects[0]).to.deep.equal(seatGone('hum_ada'))
    expect(effects[1]?.[1]).to.include({ scope_id: 'hub_1', to: 'hum_cleo', given_by: 'hum_ada' })
    expect(told).to.deep.equal(['participant hum_cleo receive'])
    expect(state).to.equal(undefined)
  })

  it('is private and erased where nobody is left who could have it', () => {
    const { state, told, effects } = left(['hum_ada'], ['agt_otto'])
    expect(state).to.include({ audience: 'private', accepts_guests: false, version: 5 })
    expect(told).to.deep.equal(['hub hub_1 erase_step'])
    expect(effects.map(([kind]) => kind)).to.deep.equal(['hub.advance', 'seat.end_in'])
  })
})
