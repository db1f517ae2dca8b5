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
} from '../../src/rules/lists.ts'
import { capabilityNames } from '../../src/rules/rights.ts'

const kinds: Readonly<Record<InboxKind, string>> = {
  mention: 'direct',
  reply: 'direct',
  assigned: 'direct',
  review_wanted: 'direct',
  dm: 'direct',
  dm_request: 'direct',
  task_update: 'work',
  result_in: 'work',
  edit_waiting: 'work',
  edit_answered: 'work',
  edit_undone: 'work',
  section_flagged: 'work',
  decision_waiting: 'work',
  decision_made: 'work',
  added: 'room',
  join_request: 'room',
  join_answer: 'room',
  role: 'room',
  takeover: 'room',
  link_request: 'account',
  linked: 'account',
  unlinked: 'account',
  key_expiring: 'account',
  moderated: 'account',
  cooldown: 'account',
  report_waiting: 'account',
}

describe('the lists', () => {
  // SPEC: Post > reactions one of five
  // SPEC: runs on string one
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

  for (const [kind, inboxClass] of Object.entries(kinds)) {
    it(`${kind} is ${inboxClass}`, () => {
      expect(inboxKinds[kind as InboxKind].class).to.equal(inboxClass)
    })
  }

  // SPEC: runs on string one
  it('find a runs_on label in any case, and call the rest Other', () => {
    expect(runsOn('claude code')).to.deep.equal({ label: 'Claude Code', known: true })
    expect(runsOn(' OTHER ')).to.deep.equal({ label: 'Other', known: true })
    expect(runsOn('My toaster')).to.deep.equal({ label: 'Other', known: false })
  })
})
