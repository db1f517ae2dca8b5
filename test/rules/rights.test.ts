import { expect } from 'chai'
import type { Caller } from '../../src/rules/caller.ts'
import { principal, startedBy } from '../../src/rules/one_human.ts'
import { Refusal } from '../../src/rules/errors.ts'
import type { Seat } from '../../src/rules/closed_lists.ts'
import { type Action, allow, type Asked, capabilities, may, rights } from '../../src/rules/rights.ts'
import { caller } from '../support/caller.ts'

const ada = caller('hum_ada', { reach: true })
const assistant: Caller = { ...ada, connection: 'oauth', host: 'a host' }
const clicked: Caller = { ...assistant, clicked: true }
const otto: Caller = { ...ada, id: 'agt_otto', kind: 'agent', human_id: 'hum_ada', connection: 'agent_key' }
const newcomer: Caller = {
  ...ada,
  id: 'agt_new',
  kind: 'agent',
  verified: false,
  reach: false,
  connection: 'agent_key',
}

type Answer = true | string
type Row = readonly [owner: Answer, helper: Answer, member: Answer, none: Answer]

/** Asked in an Open hub, about somebody else's things, unless the row says otherwise. */
const bySeat = (action: Action, asked: Partial<Asked> = {}): Answer[] =>
  (['owner', 'helper', 'member', undefined] as (Seat | undefined)[]).map((seat) =>
    may(action, { by: ada, mode: 'open', seat, ...asked }),
  )

const table = (rows: readonly (readonly [string, Action, Partial<Asked>, Row])[]): void => {
  for (const [name, action, asked, expected] of rows) {
    it(name, () => {
      expect(bySeat(action, asked)).to.deep.equal(expected)
    })
  }
}

describe('the starter of a thread', () => {
  const ottos = { starter_id: 'agt_otto', starter_human_id: 'hum_ada' }
  const newcomers = { starter_id: 'agt_new' }

  it('is the id, its human, and all that human’s agents with their sub-agents', () => {
    const other: Caller = { ...otto, id: 'agt_other' }
    const sub: Caller = { ...otto, id: 'agt_sub', parent_id: 'agt_other' }
    for (const by of [otto, ada, other, sub]) {
      expect(startedBy(ottos, by), by.id).to.equal(true)
      expect(startedBy({ starter_id: 'hum_ada' }, by), by.id).to.equal(true)
    }
  })

  it('is a sub-agent of one that nobody stands behind, and an id of the same address', () => {
    expect(startedBy(newcomers, { ...newcomer, id: 'agt_sub', parent_id: 'agt_new' })).to.equal(true)
    expect(startedBy({ starter_id: 'ppl_ada' }, { ...ada, counts_as: 'ppl_ada' })).to.equal(true)
  })

  it('is nobody else', () => {
    expect(startedBy(ottos, newcomer)).to.equal(false)
    expect(startedBy(newcomers, otto)).to.equal(false)
    expect(startedBy(newcomers, { ...newcomer, id: 'agt_newer' })).to.equal(false)
  })
})

describe('rights by seat', () => {
  table([
    ['post', 'post', {}, [true, true, true, 'needs_seat']],
    ['start threads', 'start_thread', {}, [true, true, true, 'needs_seat']],
    ['post where guests are taken', 'post', { guests: true }, [true, true, true, true]],
    ['make pads', 'create_pad', {}, [true, true, true, 'needs_seat']],
    ['tasks', 'create_task', {}, [true, true, true, 'needs_seat']],
    ['results', 'work_on_task', {}, [true, true, true, 'needs_seat']],
    ['propose edits', 'propose', {}, [true, true, true, 'needs_seat']],
    ['edit pads directly in an Open hub', 'edit_pad', {}, [true, true, true, 'needs_seat']],
    [
      'edit pads directly in a Checked hub',
      'edit_pad',
      { mode: 'checked' },
      [true, true, 'suggestions_only', 'needs_seat'],
    ],
    [
      'edit a section under an edit war',
      'edit_pad',
      { suggestionsOnly: true },
      ['suggestions_only', 'suggestions_only', 'suggestions_only', 'needs_seat'],
    ],
    ["undo anyone's edit", 'undo_edit', {}, [true, true, 'not_yours', 'needs_seat']],
    ['undo their own edit', 'undo_edit', { own: true }, [true, true, true, 'needs_seat']],
    ["verify others' work", 'verify', { mode: 'checked' }, [true, true, 'needs_track_record', 'needs_seat']],
    ['verify with a track record', 'verify', { mode: 'checked', trackRecord: true }, [true, true, true, 'needs_seat']],
    [
      'verify when linked to the author',
      'verify',
      { mode: 'checked', trackRecord: true, linked: true },
      [true, true, 'linked_to_author', 'needs_seat'],
    ],
    [
      'verify their own work',
      'verify',
      { mode: 'checked', trackRecord: true, own: true },
      ['own_work', 'own_work', 'own_work', 'needs_seat'],
    ],
    ['hide', 'hide', {}, [true, true, 'needs_helper', 'needs_helper']],
    ['undo everything', 'undo_everything', {}, [true, true, 'needs_helper', 'needs_helper']],
    [
      'undo everything the owner did',
      'undo_everything',
      { target: 'owner' },
      [true, 'cannot_undo_owner', 'needs_helper', 'needs_helper'],
    ],
    ['lock what another made', 'lock', {}, [true, true, 'needs_helper', 'needs_helper']],
    ['lock what they made', 'lock', { maker: true }, [true, true, true, true]],
    ['let people into what they made', 'let_in', { maker: true }, [true, true, true, true]],
    ['remove somebody', 'remove', {}, [true, true, 'needs_helper', 'needs_helper']],
    [
      'remove the owner',
      'remove',
      { target: 'owner', maker: true },
      [true, 'needs_owner', 'needs_owner', 'needs_owner'],
    ],
    ['remove a helper', 'remove', { target: 'helper', maker: true }, [true, true, 'needs_helper', 'needs_helper']],
    ['remove themselves', 'remove', { own: true }, [true, true, true, true]],
    ['settle a flag', 'settle_flag', {}, [true, true, 'needs_helper', 'needs_helper']],
    ['pause agents', 'pause_agents', {}, [true, true, 'needs_helper', 'needs_helper']],
    ['invite', 'invite', {}, [true, true, 'needs_helper', 'needs_helper']],
    ['invite a helper', 'invite_helper', {}, [true, 'needs_owner', 'needs_owner', 'needs_owner']],
    ['write Read me first', 'set_guide', {}, [true, true, 'needs_helper', 'needs_helper']],
    ["mark a thread's answer", 'mark_answer', {}, [true, true, 'needs_helper', 'needs_helper']],
    ["mark their own thread's answer", 'mark_answer', { maker: true }, [true, true, true, true]],
    ['name helpers', 'set_role', {}, [true, 'needs_owner', 'needs_owner', 'needs_owner']],
    ['set the mode', 'set_mode', {}, [true, 'needs_owner', 'needs_owner', 'needs_owner']],
    ['publish', 'publish', {}, [true, 'needs_owner', 'needs_owner', 'needs_owner']],
    ['make private', 'make_private', {}, [true, 'needs_owner', 'needs_owner', 'needs_owner']],
    ['take guests', 'set_guests', {}, [true, 'needs_owner', 'needs_owner', 'needs_owner']],
    [
      'accept a suggestion in a Checked hub',
      'answer_edit',
      { mode: 'checked' },
      [true, true, 'suggestions_only', 'needs_seat'],
    ],
    [
      'accept their own suggestion in a Checked hub',
      'answer_edit',
      { mode: 'checked', own: true },
      ['own_work', 'own_work', 'suggestions_only', 'needs_seat'],
    ],
    ['accept their own suggestion in an Open hub', 'answer_edit', { own: true }, [true, true, true, 'needs_seat']],
  ])

  // SPEC: take over after 90
  it('take over: a helper at once, a verified member asks where there is no helper, both after 90 quiet days', () => {
    expect(bySeat('take_over').slice(1, 3)).to.deep.equal(['not_quiet_yet', 'not_quiet_yet'])
    expect(bySeat('take_over', { quiet: true }).slice(1, 3)).to.deep.equal([true, true])
    expect(bySeat('take_over', { quiet: true, helped: true }).slice(1, 3)).to.deep.equal([true, 'needs_helper'])
    expect(bySeat('take_over', { quiet: true, by: newcomer }).slice(1, 3)).to.deep.equal([true, 'needs_verified'])
    expect(bySeat('take_over', { quiet: true })[0]).not.to.equal(true)
  })

  it('flag a section as wrong: verified only, owners too', () => {
    expect(bySeat('flag_wrong').slice(0, 3)).to.deep.equal([true, true, true])
    expect(bySeat('flag_wrong', { by: newcomer }).slice(0, 3)).to.deep.equal(Array(3).fill('needs_verified'))
  })
})

describe("a person's chat assistant", () => {
  const asOwner = (by: Caller, action: Action, more: Partial<Asked> = {}): Answer =>
    may(action, { by, seat: 'owner', mode: 'open', ...more })

  const twelve: readonly (readonly [Action, Partial<Asked>])[] = [
    ['verify', { mode: 'checked' }],
    ['invite', {}],
    ['let_in', {}],
    ['set_role', {}],
    ['set_mode', {}],
    ['publish', {}],
    ['take_over', { seat: 'helper', quiet: true }],
    ['approve_result', {}],
    ['answer_edit', {}],
    ['answer_decision', {}],
    ['edit_post', { own: true }],
    ['delete_post', { own: true }],
  ]
  for (const [action, more] of twelve) {
    it(`cannot ${action} without a click, as an agent with its own key can`, () => {
      expect(asOwner(assistant, action, more)).to.equal('host_cannot')
      expect(asOwner({ ...assistant, ...otto, connection: 'oauth', acting_for: 'hum_ada' }, action, more)).to.equal(
        'host_cannot',
      )
      expect(asOwner(clicked, action, more)).to.equal(true)
      expect(asOwner(otto, action, more)).to.equal(true)
    })
  }

  it('cannot decide either: its decisions stay proposals', () => {
    expect(asOwner(assistant, 'decide')).to.equal('host_cannot')
    expect(asOwner(assistant, 'propose_decision')).to.equal(true)
  })

  it('does everything else by its seat', () => {
    const refused = (Object.keys(rights) as Action[]).filter(
      (action) => asOwner(assistant, action, { own: true, quiet: true }) === 'host_cannot',
    )
    expect(refused.sort()).to.deep.equal([...twelve.map(([action]) => action), 'decide', 'invite_helper'].sort())
  })

  it('only suggests where host approvals are off', () => {
    const off = { ...assistant, approvals_off: true }
    expect(asOwner(off, 'edit_pad')).to.equal('suggestions_only')
    expect(asOwner(off, 'propose')).to.equal(true)
  })
})

describe('a sub-agent', () => {
  const limited = (...given: string[]): Caller => ({
    ...otto,
    connection: 'sub_agent_key',
    parent_id: 'agt_otto',
    limited_to: { threads: ['thr_1'], pads: ['pad_1'], rights: given },
  })

  it('does what its rights say and no more', () => {
    const asked = { seat: 'owner', mode: 'open', own: true } as const
    expect(may('post', { by: limited('read', 'post'), ...asked })).to.equal(true)
    expect(may('react', { by: limited('read', 'post'), ...asked })).to.equal('subagent')
    expect(may('edit_pad', { by: limited('edit'), ...asked })).to.equal(true)
    for (const action of ['hide', 'invite', 'set_mode', 'create_pad', 'start_thread', 'verify'] as const) {
      expect(may(action, { by: limited('read', 'post', 'react', 'propose', 'edit', 'task'), ...asked })).to.equal(
        'subagent',
      )
    }
  })

  it('is refused with what its key is for, and the way that it has', () => {
    const said = (action: Action, ...given: string[]): string => {
      try {
        allow(action, { by: limited(...given), seat: 'owner', mode: 'open' })
      } catch (refusal) {
        return (refusal as Refusal).message
      }
      return 'agreed'
    }
    expect(said('react', 'read', 'post'))
      .to.contain('for read, post in its own threads')
      .and.contain('parent agent')
    expect(said('edit_pad', 'read')).to.contain('parent agent')
    expect(said('edit_pad', 'read', 'propose')).to.contain('edit_pad again with propose: true')
  })
})

describe('capabilities', () => {
  it('follow from the same table', () => {
    expect(capabilities({ by: ada, seat: 'owner', mode: 'checked' })).to.deep.equal([
      'post',
      'propose',
      'edit',
      'undo_own',
      'undo_any',
      'verify',
      'moderate',
      'invite',
      'guide',
      'settings',
      'answer',
    ])
    expect(capabilities({ by: ada, seat: 'helper', mode: 'open' })).to.deep.equal([
      'post',
      'propose',
      'edit',
      'undo_own',
      'undo_any',
      'moderate',
      'invite',
      'guide',
      'answer',
    ])
    expect(capabilities({ by: ada, seat: 'member', mode: 'open' })).to.deep.equal([
      'post',
      'propose',
      'edit',
      'undo_own',
    ])
    expect(capabilities({ by: ada, seat: 'member', mode: 'checked', maker: true })).to.deep.equal([
      'post',
      'propose',
      'undo_own',
      'answer',
    ])
    expect(capabilities({ by: ada, mode: 'open' })).to.deep.equal([])
  })

  it('go with a refusal, so that the caller knows what is left', () => {
    try {
      allow('edit_pad', { by: ada, seat: 'member', mode: 'checked' })
      expect.fail('allowed')
    } catch (error) {
      expect(error).to.be.instanceOf(Refusal)
      const { code, reason, details } = error as Refusal
      expect([code, reason, details]).to.deep.equal([
        'forbidden',
        'suggestions_only',
        { yourCapabilities: ['post', 'propose', 'undo_own'] },
      ])
    }
  })
})

describe('the sentence of a refusal', () => {
  const said = (action: Action, asked: Partial<Asked>): string => {
    try {
      allow(action, { by: ada, seat: 'member', mode: 'open', ...asked })
      return 'allowed'
    } catch (error) {
      return (error as Refusal).message
    }
  }
  const plain = 'That takes the owner or a helper of this hub. Ask one of them in a thread.'
  const startersActs: readonly Action[] = [
    'mark_answer',
    'fold',
    'show',
    'lock',
    'unlock',
    'let_in',
    'turn_away',
    'remove',
  ]

  it('names the starter where somebody else is it, for all that the table gives a starter', () => {
    for (const action of startersActs) {
      expect(said(action, { maker: false }), action).to.contain('or whoever started the thread or made the pad')
      expect(said(action, { maker: true }), action).to.equal('allowed')
    }
    for (const action of ['hide', 'pin', 'invite', 'settle_flag'] as const)
      expect(said(action, { maker: false }), action).to.equal(plain)
  })

  it('names no starter in a hub, nor where a starter may not do it either', () => {
    for (const action of startersActs) expect(said(action, {}), action).to.equal(plain)
    expect(said('remove', { maker: false, target: 'helper' })).to.equal(plain)
    expect(said('remove', { maker: true, target: 'helper' })).to.equal(plain)
  })

  it('offers for the post of another what the caller may do about it, and in a DM nothing', () => {
    for (const action of ['edit_post', 'delete_post'] as const) {
      expect(said(action, { seat: 'helper' }))
        .to.contain('moderate with action hide')
        .and.not.contain('report')
      expect(said(action, { seat: 'member' }))
        .to.contain('report with post_id')
        .and.not.contain('moderate')
      expect(said(action, { dm: true }))
        .to.contain('Only its author')
        .and.not.match(/owner|helper|moderate/i)
    }
  })
})

describe('who counts as one', () => {
  it('an agent and its human, a sub-agent and its parent, ids of one address', () => {
    expect(principal(otto)).to.equal('hum_ada')
    expect(principal({ ...newcomer, parent_id: 'agt_old' })).to.equal('agt_old')
    expect(principal({ ...newcomer, counts_as: 'hum_ada' })).to.equal('hum_ada')
    expect(principal(newcomer)).to.equal('agt_new')
  })
})
