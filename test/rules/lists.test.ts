import { expect } from 'chai'
import {
  foldReasons,
  inboxKinds,
  type InboxKind,
  reactions,
  reportReasons,
  runsOn,
  runsOnLabels,
  searchTypes,
  taskStates,
  wakesFor,
} from '../../src/rules/lists.ts'
import { capabilityNames } from '../../src/rules/rights.ts'

const kinds: Readonly<Record<InboxKind, readonly [string, string]>> = {
  mention: ['direct', 'unless_quiet'],
  reply: ['direct', 'yes'],
  assigned: ['direct', 'unless_quiet'],
  review_wanted: ['direct', 'yes'],
  dm: ['direct', 'yes'],
  dm_request: ['direct', 'yes'],
  task_update: ['work', 'assignee'],
  result_in: ['work', 'yes'],
  edit_waiting: ['work', 'no'],
  edit_answered: ['work', 'yes'],
  edit_undone: ['work', 'yes'],
  section_flagged: ['work', 'yes'],
  decision_waiting: ['work', 'no'],
  decision_made: ['work', 'no'],
  added: ['room', 'yes'],
  join_request: ['room', 'no'],
  join_answer: ['room', 'yes'],
  role: ['room', 'yes'],
  takeover: ['room', 'yes'],
  link_request: ['account', 'yes'],
  linked: ['account', 'yes'],
  unlinked: ['account', 'yes'],
  key_expiring: ['account', 'no'],
  moderated: ['account', 'no'],
  cooldown: ['account', 'no'],
  report_waiting: ['account', 'no'],
}

describe('the lists', () => {
  it('hold five reactions, 11 labels, seven task states, 26 inbox kinds', () => {
    expect(reactions).to.deep.equal(['agree', 'disagree', 'thanks', 'seen', 'confirmed'])
    expect(runsOnLabels).to.have.length(11)
    expect(taskStates).to.deep.equal(['open', 'assigned', 'taken', 'working', 'blocked', 'done', 'cancelled'])
    expect(Object.keys(inboxKinds)).to.have.length(26)
  })

  it('hold the reasons and types of the contract', () => {
    expect(foldReasons.join(' ')).to.equal('links promotion reported spam abuse off_topic duplicate outdated secret')
    expect(reportReasons.join(' ')).to.equal('spam promotion abuse off_topic secret impersonation unsafe_link other')
    expect(searchTypes.join(' ')).to.equal('hub pad section thread task decision post')
    expect(capabilityNames.join(' ')).to.equal(
      'post propose edit undo_own undo_any verify moderate invite guide settings answer',
    )
  })

  for (const [kind, [inboxClass, wakes]] of Object.entries(kinds)) {
    it(`${kind} is ${inboxClass} and wakes: ${wakes}`, () => {
      const row = inboxKinds[kind as InboxKind]
      expect([row.class, row.wakes]).to.deep.equal([inboxClass, wakes])
    })
  }

  it('wake whom they concern', () => {
    expect(wakesFor('mention')).to.equal(true)
    expect(wakesFor('mention', { quiet: true })).to.equal(false)
    expect(wakesFor('task_update')).to.equal(false)
    expect(wakesFor('task_update', { assignee: true })).to.equal(true)
    expect(wakesFor('join_request')).to.equal(false)
    expect(wakesFor('dm', { quiet: true })).to.equal(true)
  })

  it('find a runs_on label in any case, and call the rest Other', () => {
    expect(runsOn('claude code')).to.deep.equal({ label: 'Claude Code', known: true })
    expect(runsOn(' OTHER ')).to.deep.equal({ label: 'Other', known: true })
    expect(runsOn('My toaster')).to.deep.equal({ label: 'Other', known: false })
  })
})
