import { expect } from 'chai'
import { cover } from '../../../actors/moderation/covering/cover.ts'
import type { CoverTarget, CoverFacts, Covering } from '../../../actors/moderation/covering/covered.ts'
import { type RoleCall, role } from '../../../actors/hub/set_role.ts'
import { seat } from '../../../actors/seats/let_in_turn_away_remove.ts'
import { roleBefore, type SeatFacts, type Seating } from '../../../actors/seats/seat_change.ts'
import type { Caller } from '../../../src/rules/caller.ts'
import { Refusal } from '../../../src/rules/errors.ts'
import type { Asked } from '../../../src/rules/rights.ts'
import type { Standing } from '../../../sql/facts/hub/standing.ts'
import { caller } from '../../support/caller.ts'
import { at as worldAt } from '../../support/world.ts'

const world = worldAt(Date.UTC(2026, 8, 24))
const { at } = world
const standing: Standing = {
  hub: { id: 'hub_1', audience: 'public', mode: 'open', accepts_guests: false, agents_paused: false },
  removed: false,
}
const said = (act: () => { reply: { status: string; already?: true } }): string => {
  try {
    const { status, already } = act().reply
    return already ? `${status} already` : status
  } catch (error) {
    if (error instanceof Refusal) return `${error.code}/${error.reason}`
    throw error
  }
}
const kinds = (outcome: { effects: readonly { kind: { name: string } }[] }) =>
  outcome.effects.map(({ kind }) => kind.name)

describe('folding, hiding and locking', () => {
  const thread: CoverTarget = { type: 'thread', id: 'thr_1', hub_id: 'hub_1', author_id: 'hum_cleo' }
  const keepers = ['hum_owner', 'hum_helper', 'hum_x'].map((id) => ({ id, role: 'helper' as const }))
  const facts = { act: undefined, other: undefined, keepers }
  type Who = 'owner' | 'helper' | 'member' | 'maker' | 'stranger' | 'assistant'
  const asks = (
    who: Who,
    call: Partial<Covering>,
    target: Partial<CoverTarget> = {},
    more: Partial<CoverFacts> = {},
  ) => {
    const by =
      who === 'assistant'
        ? caller('hum_ada', { connection: 'oauth' })
        : caller(who === 'maker' ? 'hum_cleo' : `hum_${who}`)
    const seats = { owner: 'owner', helper: 'helper', member: 'member', maker: 'member', assistant: 'owner' } as const
    const asked: Asked = {
      by,
      seat: who === 'stranger' ? undefined : seats[who],
      mode: 'open',
      maker: who === 'maker',
    }
    const args: Covering = { by, entry: 'act_1', action: 'hide', ...call }
    return () => cover({ ...thread, ...target }, args, { asked, standing }, { ...facts, ...more }, world)
  }
  const byAda = { fold: { level: 'fold' as const, reason: 'spam' as const, by_id: 'hum_owner' } }
  const byCleo = { fold: { level: 'fold' as const, reason: 'outdated' as const, by_id: 'hum_cleo' } }

  const rows: [string, Who, Partial<Covering>, Partial<CoverTarget>, string][] = [
    ['owner folds', 'owner', {}, {}, 'folded'],
    ['helper hides', 'helper', { level: 'hide', reason: 'abuse' }, {}, 'hidden'],
    ['member folds', 'member', {}, {}, 'forbidden/needs_helper'],
    ['stranger folds', 'stranger', {}, {}, 'forbidden/needs_helper'],
    ['an assistant of the owner folds', 'assistant', {}, {}, 'folded'],
    ['maker folds as outdated', 'maker', { reason: 'outdated' }, {}, 'folded'],
    ['maker folds as spam', 'maker', { reason: 'spam' }, {}, 'forbidden/needs_helper'],
    ['maker hides', 'maker', { level: 'hide' }, {}, 'forbidden/needs_helper'],
    ['helper folds what is folded', 'helper', {}, byAda, 'folded already'],
    ['helper gives another reason', 'helper', { reason: 'abuse' }, byAda, 'folded'],
    ['helper hides what is folded', 'helper', { level: 'hide' }, byAda, 'hidden'],
    ['maker folds what the owner folded', 'maker', { reason: 'outdated' }, byAda, 'folded already'],
    ['maker shows a fold of their own', 'maker', { action: 'show' }, byCleo, 'shown'],
    ['maker shows a fold of the owner', 'maker', { action: 'show' }, byAda, 'forbidden/needs_helper'],
    ['owner shows', 'owner', { action: 'show' }, byCleo, 'shown'],
    ['owner shows what is shown', 'owner', { action: 'show' }, {}, 'shown already'],
    ['maker locks', 'maker', { action: 'lock' }, {}, 'locked'],
    ['member locks', 'member', { action: 'lock' }, {}, 'forbidden/needs_helper'],
    ['owner locks what is locked', 'owner', { action: 'lock' }, { locked: { by_id: 'hum_x' } }, 'locked already'],
    ['owner locks what its maker locked', 'owner', { action: 'lock' }, { locked: { by_id: 'hum_cleo' } }, 'locked'],
    ['owner folds what its maker folded', 'owner', {}, byCleo, 'folded'],
    [
      "owner folds what its maker's agent folded",
      'owner',
      {},
      { fold: { level: 'fold', reason: 'outdated', by_id: 'agt_cleo' } },
      'folded',
    ],
    ['owner folds what a rule folded', 'owner', {}, { fold: { level: 'fold', reason: 'links' } }, 'folded already'],
    ['maker locks what they locked', 'maker', { action: 'lock' }, { locked: { by_id: 'hum_cleo' } }, 'locked already'],
    ['maker unlocks their lock', 'maker', { action: 'unlock' }, { locked: { by_id: 'hum_cleo' } }, 'unlocked'],
    [
      'maker unlocks another lock',
      'maker',
      { action: 'unlock' },
      { locked: { by_id: 'hum_x' } },
      'forbidden/needs_helper',
    ],
    ['helper unlocks', 'helper', { action: 'unlock' }, { locked: { by_id: 'hum_x' } }, 'unlocked'],
    [
      'a duplicate of nothing here',
      'owner',
      { reason: 'duplicate', duplicate_of: 'thr_9' },
      {},
      'not_found/unreadable',
    ],
  ]
  for (const [name, who, call, target, outcome] of rows)
    it(`${name}: ${outcome}`, () => expect(said(asks(who, call, target))).to.equal(outcome))

  it('names the thread that says the same as long as the reason stands, whoever folds again', () => {
    const other = { id: 'thr_2', hub_id: 'hub_1', audience: 'public', hidden: false }
    const named = { reason: 'duplicate', duplicate_of: 'thr_2' } as const
    const next = (who: Who, call: Partial<Covering>, target: Partial<CoverTarget>) => {
      const { fold } = asks(who, call, target, { other: other as never })().next ?? {}
      return fold && [fold.by_id, fold.reason, fold.duplicate_of]
    }
    const byCleo = { level: 'fold', reason: 'duplicate', by_id: 'hum_cleo' } as const
    expect(next('maker', named, { fold: byCleo })).to.deep.equal(['hum_cleo', 'duplicate', 'thr_2'])
    expect(next('maker', named, { fold: { ...byCleo, duplicate_of: 'thr_2' } })).to.equal(undefined)
    const fold = { ...byCleo, duplicate_of: 'thr_2' }
    expect(next('helper', {}, { fold })).to.deep.equal(['hum_helper', 'duplicate', 'thr_2'])
    expect(next('helper', { reason: 'outdated' }, { fold })).to.deep.equal(['hum_helper', 'outdated', undefined])
  })

  it("puts back what a keeper's act had replaced when that act is taken back", () => {
    const locked = { by_id: 'hum_cleo' }
    const hour = (n: number): Date => new Date(Date.UTC(2026, 8, 23, n))
    const was = JSON.stringify({ ...locked, at: hour(1).toISOString(), reason: 'outdated' })
    const act = { action: 'lock', hub_id: 'hub_1', by_id: 'hum_helper', at: hour(2), was } as never
    const back = { action: 'unlock', takes_back: 'act_9' } as const
    const helpers = { locked: { by_id: 'hum_helper' } }
    const made = asks('helper', back, helpers, { act, since: { locked_at: hour(2) } })()
    expect([made.reply.status, made.next?.locked]).to.deep.equal(['locked', locked])
    const put = made.effects.find(({ kind }) => kind.name.startsWith('locked'))
    expect(put).to.deep.include({
      row: { target_id: 'thr_1', ...locked, at: hour(1).toISOString(), reason: 'outdated' },
    })
    // another lock of the same helper stands since
    const later = asks('helper', back, helpers, { act, since: { locked_at: hour(3) } })
    expect(said(later)).to.equal('invalid/target')
    // the owner's own lock stands meanwhile
    const over = asks('helper', back, { locked: { by_id: 'hum_owner' } }, { act, since: { locked_at: hour(2) } })
    expect(said(over)).to.equal('invalid/target')
  })

  describe('with the entry of an act', () => {
    const hour = (n: number): Date => new Date(Date.UTC(2026, 8, 23, n))
    const makers = { level: 'fold', reason: 'outdated', by_id: 'hum_cleo' } as const
    const helpers = { level: 'hide', reason: 'abuse', by_id: 'hum_helper' } as const
    const acts = (more: object) =>
      ({ action: 'hide', hub_id: 'hub_1', by_id: 'hum_helper', at: hour(2), taken_back: false, ...more }) as never
    const shows = (fold: CoverTarget['fold'], since: Date, act: object) =>
      asks('owner', { action: 'show', takes_back: 'act_9' }, { fold }, { act: acts(act), since: { folded_at: since } })

    it('puts back the fold that it replaced, since when that stood', () => {
      const was = JSON.stringify({ ...makers, at: hour(1).toISOString() })
      const { reply, next, effects } = shows(helpers, hour(2), { was })()
      expect([reply.status, next?.fold]).to.deep.equal(['folded', makers])
      expect(effects.find(({ kind }) => kind.name === 'fold.set')).to.deep.include({
        row: { target_id: 'thr_1', ...makers, at: hour(1).toISOString() },
      })
    })

    it('puts back what an act of the release before replaced, which kept no time, and says so when asked again', () => {
      const was = JSON.stringify(makers)
      const { next, effects } = shows(helpers, hour(2), { was })()
      expect(next?.fold).to.deep.equal(makers)
      expect(effects.find(({ kind }) => kind.name === 'fold.set')).to.deep.include({
        row: { target_id: 'thr_1', ...makers, at: hour(2).toISOString() },
      })
      const again = shows(makers, hour(2), { was, taken_back: true, taken_back_at: hour(4) })
      expect(said(again)).to.equal('folded already')
    })

    it('uncovers nothing that a later act covers: that has an entry of its own', () => {
      const was = JSON.stringify({ ...makers, at: hour(1).toISOString() })
      expect(said(shows(helpers, hour(3), { was }))).to.equal('invalid/target')
      expect(said(shows(helpers, hour(3), {}))).to.equal('invalid/target')
      expect(said(shows({ ...helpers, by_id: 'hum_owner' }, hour(3), {}))).to.equal('invalid/target')
      expect(said(shows({ ...helpers, by_id: 'hum_owner' }, hour(2), {})), 'in the same moment').to.equal(
        'invalid/target',
      )
    })

    it('answers already once it is taken back, whatever older act stands, and refuses only where a later one does', () => {
      const done = { taken_back: true, taken_back_at: hour(4) }
      const was = JSON.stringify({ ...helpers, reason: 'outdated', at: hour(2).toISOString() })
      expect(said(shows({ ...helpers, reason: 'outdated' }, hour(2), { ...done, was, at: hour(3) }))).to.equal(
        'hidden already',
      )
      // the act that it had replaced was taken back in its turn
      expect(said(shows(makers, hour(1), { ...done, was, at: hour(3) }))).to.equal('folded already')
      expect(said(shows(helpers, hour(5), { ...done, was, at: hour(3) }))).to.equal('invalid/target')
      expect(said(shows(undefined, hour(5), { ...done, was, at: hour(3) }))).to.equal('shown already')
    })
  })

  it('writes one log entry with each act, and none where nothing changes', () => {
    expect(kinds(asks('owner', {})())).to.include('act.insert')
    expect(kinds(asks('owner', { action: 'lock' })())).to.include('act.insert')
    expect(kinds(asks('owner', {}, byAda)())).to.deep.equal([])
  })

  it('answers the reports that waited', () => {
    expect(kinds(asks('owner', {})())).to.include('report.answer')
    expect(kinds(asks('owner', { action: 'show' })())).to.deep.equal(['report.answer'])
    expect(kinds(asks('maker', { action: 'show' }, byCleo)())).not.to.include('report.answer')
  })
})

describe('seats', () => {
  const hub = { type: 'hub', id: 'hub_1', hub_id: 'hub_1' } as const
  const owners = [{ id: 'hum_ada' }, { id: 'agt_otto', human_id: 'hum_ada' }]
  const facts = (whom: Partial<NonNullable<SeatFacts['concerned']>> | undefined, given = 1): SeatFacts => ({
    concerned: whom && {
      id: 'hum_cleo',
      kind: 'human',
      inside: whom.seat !== undefined,
      removed: false,
      asks: false,
      ...whom,
    },
    owners,
    given,
    act: undefined,
  })
  const asks =
    (
      by: Caller,
      mine: 'owner' | 'helper' | 'member' | undefined,
      call: Partial<Seating>,
      whom?: Parameters<typeof facts>[0],
      given = 1,
    ) =>
    () =>
      seat(
        hub,
        { by, entry: 'act_1', action: 'let_in', participant: 'hum_cleo', ...call },
        { asked: { by, seat: mine, mode: 'open' }, standing },
        facts(whom, given),
        world,
      )
  const ada = caller('hum_ada')
  const cleo = caller('hum_cleo')
  const member = { seat: 'member', hub_seat: 'member' } as const

  it('lets in who asks or was removed, once, while there is room', () => {
    expect(said(asks(ada, 'owner', {}, { asks: true }))).to.equal('joined')
    expect(said(asks(ada, 'helper', {}, { removed: true }))).to.equal('joined')
    expect(said(asks(ada, 'owner', {}, {}))).to.equal('invalid/target')
    expect(said(asks(ada, 'owner', {}, member))).to.equal('joined already')
    expect(said(asks(ada, 'owner', {}, undefined))).to.equal('not_found/unreadable')
    expect(said(asks(ada, 'member', {}, { asks: true }))).to.equal('forbidden/needs_helper')
    expect(said(asks(ada, 'owner', {}, { asks: true }, 5_000))).to.equal('rate_limited/members_full')
  })

  it('turns away who asks, and takes no seat by it', () => {
    const turnAway = { action: 'turn_away' } as const
    expect(said(asks(ada, 'helper', turnAway, { asks: true }))).to.equal('turned_away')
    expect(said(asks(ada, 'owner', turnAway, {}))).to.equal('turned_away already')
    expect(said(asks(ada, 'owner', turnAway, member))).to.equal('invalid/target')
    expect(said(asks(ada, 'member', turnAway, { asks: true }))).to.equal('forbidden/needs_helper')
  })

  it('takes a click of the person where a chat assistant would let in, not where it turns away', () => {
    const assistant = caller('hum_ada', { connection: 'oauth' })
    const clicked = caller('hum_ada', { connection: 'oauth', clicked: true })
    expect(said(asks(assistant, 'owner', {}, { asks: true }))).to.equal('forbidden/host_cannot')
    expect(said(asks(clicked, 'owner', {}, { asks: true }))).to.equal('joined')
    expect(said(asks(assistant, 'owner', { action: 'turn_away' }, { asks: true }))).to.equal('turned_away')
  })

  it('removes members by owner and helpers, helpers too, the owner by an owner only', () => {
    const remove = { action: 'remove' as const }
    expect(said(asks(ada, 'owner', remove, member))).to.equal('removed')
    expect(said(asks(ada, 'member', remove, member))).to.equal('forbidden/needs_helper')
    expect(said(asks(ada, 'helper', remove, { seat: 'helper', hub_seat: 'helper' }))).to.equal('removed')
    expect(said(asks(ada, 'helper', remove, { seat: 'owner', hub_seat: 'owner' }))).to.equal('forbidden/needs_owner')
  })

  it('removes whoever has no seat there too, and tells only who loses one', () => {
    const told = (whom: Parameters<typeof facts>[0], audience: 'public' | 'private', removed_from: object = hub) => {
      const there = { ...standing, hub: { ...standing.hub, audience } }
      const call = { by: ada, entry: 'act_1', action: 'remove', participant: 'hum_cleo' } as const
      const asked: Asked = { by: ada, seat: 'owner', mode: 'open' }
      const scope = removed_from as typeof hub
      const { effects, tell } = seat(scope, call, { asked, standing: there }, facts(whom), world)
      expect(kinds({ effects })).to.include.members(['removal.insert', 'act.insert'])
      return tell.map(({ args }) => (args as { item: { reason: string } }).item.reason)
    }
    const thread = { type: 'thread', id: 'thr_1', hub_id: 'hub_1' }
    expect(told(member, 'private')).to.deep.equal(['removed'])
    expect(told({ seat: 'member' }, 'private', thread)).to.deep.equal(['removed'])
    // a seat elsewhere in the hub
    expect(told({ inside: true }, 'private')).to.deep.equal([])
    expect(told({ inside: true }, 'private', thread)).to.deep.equal([])
    expect(told({ inside: true }, 'public', thread)).to.deep.equal([])
    expect(told({ inside: true }, 'public')).to.deep.equal(['removed'])
    for (const audience of ['public', 'private'] as const) {
      expect(told({}, audience)).to.deep.equal([])
      expect(told({ asks: true }, audience)).to.deep.equal(['turned_away'])
    }
    expect(said(asks(ada, 'owner', { action: 'remove' }, { removed: true }))).to.equal('removed already')
  })

  it('takes back the very removal that stands', () => {
    const hour = (n: number): Date => new Date(Date.UTC(2026, 8, 23, n))
    const call = { by: ada, entry: 'act_2', action: 'let_in', participant: 'hum_cleo', takes_back: 'act_1' } as const
    const asked: Asked = { by: ada, seat: 'owner', mode: 'open' }
    const back = (removed_at: Date, removed_by: string, more: object = {}) =>
      said(() => {
        const act = { hub_id: 'hub_1', action: 'remove', by_id: 'hum_ada', at: hour(2), taken_back: false, ...more }
        const told = { ...facts({ removed: true, removed_at, removed_by }), act: act as never }
        return seat(hub, call, { asked, standing }, told, world)
      })
    expect(back(hour(2), 'hum_ada', { was: 'member' })).to.equal('joined')
    expect(back(hour(2), 'hum_ada'), 'who had no seat may ask for one').to.equal('turned_away')
    expect(back(hour(3), 'hum_ada', { was: 'member' })).to.equal('invalid/target')
    expect(back(hour(2), 'hum_x', { was: 'member' })).to.equal('invalid/target')
  })

  it('gives back the role that an act changed; an owner’s only beside whom they shared it with', () => {
    const cleo = { id: 'hum_cleo', kind: 'human', inside: true, removed: false, asks: false } as const
    const pip = { ...cleo, id: 'agt_pip', kind: 'agent', human_id: 'hum_cleo' } as const
    const was = (role: string) => ({ was: role }) as never
    expect(roleBefore(undefined, cleo, [])).to.equal('member')
    expect(roleBefore(was('helper'), cleo, [])).to.equal('helper')
    expect(roleBefore(was('owner'), cleo, [])).to.equal('member')
    expect(roleBefore(was('owner'), cleo, owners)).to.equal('member')
    expect(roleBefore(was('owner'), pip, [{ id: 'hum_cleo' }])).to.equal('owner')
    expect(roleBefore(was('owner'), cleo, [pip])).to.equal('owner')
  })

  it('answers already where the entry of a role was taken back, also after the hub was handed over', () => {
    const hour = (n: number): Date => new Date(Date.UTC(2026, 8, 23, n))
    const call = { by: ada, entry: 'act_2', participant: 'hum_cleo', role: 'member', takes_back: 'act_1' } as const
    const back = (whom: Parameters<typeof facts>[0], act: object) =>
      said(() => {
        const taken = { hub_id: 'hub_1', action: 'set_role', by_id: 'hum_ada', at: hour(2), ...act } as never
        return role(hub, call, { by: ada, seat: 'owner', mode: 'open' }, { ...facts(whom), act: taken }, at)
      })
    const done = { taken_back: true, taken_back_at: hour(3) }
    const since = (seat: 'owner' | 'helper' | 'member', n: number) => ({ seat, hub_seat: seat, seat_at: hour(n) })
    expect(back(since('helper', 4), { ...done, was: 'owner' })).to.equal('helper already')
    expect(back(since('owner', 4), { ...done, was: 'helper' })).to.equal('owner already')
    expect(back(since('helper', 4), { ...done, was: 'member' }), 'made helper again').to.equal('invalid/target')
    expect(back(since('member', 2), { taken_back: false, was: 'owner' })).to.equal('invalid/target')
    expect(back(since('helper', 2), { taken_back: false, was: 'member' })).to.equal('member')
    const agentOfOwner = { ...since('helper', 2), id: 'agt_otto', kind: 'agent', human_id: 'hum_ada' } as const
    expect(back(agentOfOwner, { taken_back: false, was: 'owner' }), 'beside the owner it shared with').to.equal('owner')
  })

  it('lets everybody leave but the only owner, whose agent may', () => {
    const leave = (id: string, role: 'owner' | 'member', human_id?: string) =>
      said(
        asks(
          caller(id, human_id === undefined ? {} : { kind: 'agent', human_id, connection: 'agent_key' }),
          role,
          { action: 'remove', participant: id },
          { id, seat: role, hub_seat: role, ...(human_id !== undefined && { human_id }) },
        ),
      )
    expect(leave('hum_cleo', 'member')).to.equal('removed')
    expect(leave('hum_ada', 'owner')).to.equal('conflict/only_owner')
    expect(leave('agt_otto', 'owner', 'hum_ada')).to.equal('removed')
    // leaving makes nobody an outcast
    const { effects } = asks(cleo, 'member', { action: 'remove' }, member)()
    expect(kinds({ effects })).to.deep.equal(['seat.delete', 'act.insert'])
  })

  it('names helpers by the owner, among those with a seat', () => {
    const names = (by: Caller, mine: 'owner' | 'helper', to: RoleCall['role'], whom: Parameters<typeof facts>[0]) =>
      said(() =>
        role(
          hub,
          { by, entry: 'act_1', participant: 'hum_cleo', role: to },
          { by, seat: mine, mode: 'open' },
          facts(whom),
          at,
        ),
      )
    expect(names(ada, 'owner', 'helper', member)).to.equal('helper')
    expect(names(ada, 'owner', 'member', member)).to.equal('member already')
    expect(names(ada, 'owner', 'helper', {})).to.equal('invalid/target')
    // the entry that made them a helper was taken back, and they left since
    const call = { by: ada, entry: 'act_1', participant: 'hum_cleo', role: 'member', takes_back: 'act_9' } as const
    const act = { hub_id: 'hub_1', taken_back: true } as never
    expect(() => role(hub, call, { by: ada, seat: 'owner', mode: 'open' }, { ...facts({}), act }, at)).to.throw(
      'They have no seat in this hub',
    )
    expect(names(ada, 'helper', 'helper', member)).to.equal('forbidden/needs_owner')
    expect(names(ada, 'owner', 'member', { id: 'hum_ada', seat: 'owner', hub_seat: 'owner' })).to.equal(
      'conflict/only_owner',
    )
    expect(names(caller('hum_ada', { connection: 'oauth' }), 'owner', 'helper', member)).to.equal(
      'forbidden/host_cannot',
    )
  })
})
