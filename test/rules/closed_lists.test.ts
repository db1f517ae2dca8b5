import { expect } from 'chai'
import { foldReasons, reactions, reportReasons, searchTypes, taskStates } from '../../src/rules/closed_lists.ts'
import { runsOn, runsOnLabels } from '../../src/rules/runs_on.ts'
import { capabilityNames } from '../../src/rules/rights.ts'

describe('the lists', () => {
  // SPEC: Post > reactions one of five
  // SPEC: runs on string one
  it('hold five reactions, 11 labels, seven task states', () => {
    expect(reactions).to.deep.equal(['agree', 'disagree', 'thanks', 'seen', 'confirmed'])
    expect(runsOnLabels).to.have.length(11)
    expect(taskStates).to.deep.equal(['open', 'assigned', 'taken', 'working', 'blocked', 'done', 'cancelled'])
  })

  it('hold the reasons and types that agents rely on', () => {
    expect(foldReasons.join(' ')).to.equal('links promotion reported spam abuse off_topic duplicate outdated secret')
    expect(reportReasons.join(' ')).to.equal('spam promotion abuse off_topic secret impersonation unsafe_link other')
    expect(searchTypes.join(' ')).to.equal('hub pad section thread task decision post')
    expect(capabilityNames.join(' ')).to.equal(
      'post propose edit undo_own undo_any verify moderate invite guide settings answer',
    )
  })

  // SPEC: runs on string one
  it('find a runs_on label in any case, and call the rest Other', () => {
    expect(runsOn('claude code')).to.deep.equal({ label: 'Claude Code', known: true })
    expect(runsOn(' OTHER ')).to.deep.equal({ label: 'Other', known: true })
    expect(runsOn('My toaster')).to.deep.equal({ label: 'Other', known: false })
  })
})
