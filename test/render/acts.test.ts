import { expect } from 'chai'
import { asksFirst, endingOf } from '../../src/render/acts/acts.ts'
import { endsSomething, questionBefore, wayBack } from '../../src/render/acts/asked_without_script.ts'

describe('what a person is told of an act', () => {
  const did = (act: string, fields: object, what = 'Pip', data = {}) => endingOf(act).did?.(what, { ...fields }, data)

  it('tells a seat that was asked for from one that was taken', () => {
    expect(did('ui_join_hub', {}, 'Rye', { joined: true })).to.equal('You joined Rye.')
    expect(did('ui_join_hub', {}, 'Rye', { joined: false, requested: true })).to.match(/^You asked to join Rye\./)
  })

  it('takes back by its Undo no seat that was there before', () => {
    const undo = (data: object) => endingOf('ui_join_hub').undo?.({ hub: 'rye' }, { ...data })
    expect(undo({ joined: true })).to.deep.equal({ act: 'ui_leave_hub', fields: { hub: 'rye' } })
    expect(undo({ joined: true, already: true })).to.equal(undefined)
    expect(undo({ requested: true })).to.equal(undefined)
  })

  it('has words for each answer to a message', () => {
    const told = ['accept', 'decline', 'block', 'unblock', 'report'].map((action) => did('ui_answer_dm', { action }))
    expect(new Set(told).size).to.equal(5)
    expect(told).not.to.include('Done.')
  })

  it('names the option that was chosen, and what is turned down by its own words', () => {
    const fields = { decision_id: 'dec_1', option: '2', chosen: '“Spelt”' }
    expect(did('ui_answer_decision', { ...fields, outcome: 'accept' }, '“Rye”')).to.equal('Decided: “Spelt”.')
    expect(endingOf('ui_answer_decision').asks?.('“Rye”', { ...fields, outcome: 'accept' })).to.equal('Decide “Spelt”?')
    expect(did('ui_answer_decision', { ...fields, outcome: 'turn_down' }, '“Rye”')).to.equal('Turned down: “Rye”.')
  })

  it('asks before what a person asked for themselves is taken back by those words, and not whether to turn it down', () => {
    const asks = (act: string) => endingOf(act).asks?.('“Rye”', { outcome: 'withdraw' })
    expect(asks('ui_answer_decision')).to.equal('Take back “Rye”?')
    expect(asks('ui_answer_edit')).to.equal('Take back “Rye”?')
  })

  it('has no words for what no row says, also where every object answers to it', () => {
    for (const said of ['constructor', 'toString', '__proto__', 'hasOwnProperty']) {
      expect(did('ui_answer_edit', { outcome: said }), said).to.equal(undefined)
      expect(endingOf('ui_answer_edit').asks?.('Pip', { outcome: said }), said).to.equal(undefined)
      expect(did('ui_moderate', { action: said }), said).to.equal(undefined)
      expect(endingOf('ui_moderate').undo?.({ action: said }, {}), said).to.equal(undefined)
    }
  })

  it('says of a decision that waits for the others that they are asked, whichever button asked them', () => {
    const fields = { 'decision.text': 'Two cans' }
    const told = (status: string) => did('ui_edit_pad', fields, 'the decision', { decision: { status } })
    expect(told('proposed')).to.equal('The others are asked.')
    expect(told('decided')).to.equal('Decided.')
    expect(did('ui_edit_pad', { propose: 'true' }, 'this', { edit_id: 'edt_1' })).to.equal('Suggested.')
    expect(did('ui_edit_pad', {}, 'this', { edit_id: 'edt_1' })).to.equal('Saved.')
  })

  it('tells what is hidden from what is folded, and speaks of no posts where a pad is closed', () => {
    const told = (action: string, status: string) =>
      did('ui_moderate', { action, target: 'pad_1' }, 'this pad', { status })
    expect([told('hide', 'folded'), told('hide', 'hidden')]).to.deep.equal(['Folded.', 'Hidden.'])
    expect([told('lock', 'locked'), told('unlock', 'unlocked')]).to.deep.equal(['Closed.', 'Open again.'])
    expect(told('take_over', 'requested')).to.equal('You asked to take over this pad.')
    expect(told('show', 'shown')).to.equal('Shown again.')
  })

  it('names the role that somebody has now', () => {
    expect(did('ui_set_role', { role: 'helper' })).to.equal('Pip is a helper now.')
    expect(did('ui_set_role', { role: 'owner' })).to.equal('Pip is the owner now.')
  })

  it('asks before an account is suspended by its name or the handle given, and not before it goes on', () => {
    const { asks } = endingOf('suspend')
    expect(asks?.('this', { participant: '@finn', suspended: 'true' })).to.equal('Suspend @finn?')
    expect(asks?.('Finn', { participant: 'hum_1', suspended: true, what: 'Finn' })).to.equal('Suspend Finn?')
    expect(asks?.('this', { participant: '@finn', suspended: 'false' })).to.equal(undefined)
    expect(did('suspend', { participant: '@finn', suspended: 'false' })).to.equal('@finn may go on.')
  })

  it('says before an act what takes it back elsewhere, of nothing else', () => {
    const back = (act: string, fields: object) => wayBack(act, { ...fields })
    expect(back('ui_moderate', { action: 'remove' })).to.equal('The log can take it back.')
    expect(back('ui_answer_dm', { action: 'block' })).to.equal('You can unblock them again.')
    expect(back('suspend', { suspended: 'true' })).to.equal('You can let them go on again.')
    for (const [act, action] of [
      ['ui_moderate', 'take_over'],
      ['ui_answer_dm', 'decline'],
      ['ui_delete_post', undefined],
    ] as const)
      expect(back(act, { action }), act).to.equal(undefined)
  })

  it('asks without a script with a red button where something ends, and not where a form was filled in', () => {
    for (const act of ['ui_delete_post', 'revoke', 'ui_leave_hub']) expect(endsSomething(act, {}), act).to.equal(true)
    expect(endsSomething('ui_review_result', { outcome: 'approve' })).to.equal(false)
    expect(questionBefore({ act: 'ui_review_result', fields: { outcome: 'approve', what: 'Pip' } })).to.equal(
      'Approve Pip?',
    )
    expect(questionBefore({ act: 'ui_review_result', fields: { outcome: 'send_back', what: 'Pip' } })).to.equal(
      undefined,
    )
    expect(questionBefore({ act: 'ui_delete_post', fields: {} })).to.equal('Delete this post?')
  })

  it('tells a suggestion from a change, and takes it back as one', () => {
    const { undo } = endingOf('ui_edit_pad')
    expect(did('ui_edit_pad', { text: 'Rye.' })).to.equal('Saved.')
    expect(undo?.({ text: 'Rye.' }, { edit_id: 'edt_1' })?.act).to.equal('ui_undo_edit')
    expect(did('ui_edit_pad', { text: 'Rye.', propose: 'true' })).to.match(/^Suggested\./)
    const fields = { edit_id: 'edt_1', outcome: 'withdraw' }
    expect(undo?.({ propose: 'true' }, { edit_id: 'edt_1' })).to.deep.equal({ act: 'ui_answer_edit', fields })
  })

  it('brings back an acceptance that was taken back by accepting once more, and any other edit by an undo', () => {
    const { undo } = endingOf('ui_undo_edit')
    const fields = { edit_id: 'edt_1', outcome: 'accept' }
    expect(undo?.({}, { edit_id: 'edt_3', waits_again: 'edt_1' })).to.deep.equal({ act: 'ui_answer_edit', fields })
    expect(undo?.({}, { edit_id: 'edt_3' })).to.deep.equal({ act: 'ui_undo_edit', fields: { edit_id: 'edt_3' } })
    // a check needs a note, which no Undo could give
    expect(undo?.({}, { edit_id: 'edt_3', waits_again: 'edt_1', by_check: true })).to.equal(undefined)
  })

  it('holds what was left as it is, asks first before somebody is removed, and tells each by its own words', () => {
    const left = { action: 'show', target: 'msg_1', chosen: 'left' }
    const moderate = endingOf('ui_moderate')
    expect([moderate.asks?.('this', left), asksFirst(moderate, left)]).to.deep.equal(['Leave this as it is?', false])
    expect(asksFirst(moderate, { action: 'remove', target: 'agt_1' })).to.equal(true)
    expect(did('ui_moderate', left)).to.equal('Left as it is.')
    expect(did('ui_moderate', { action: 'remove', target: 'agt_1' })).to.match(/^Pip is removed\./)
    expect(did('ui_moderate', { action: 'show', target: 'act_1' })).to.equal('Taken back.')
    const takeover = (action: string, status: string) =>
      endingOf('ui_moderate').did?.('Bread', { action, target: 'hub_1' }, { status, takeover: { state: status } })
    expect(takeover('object_takeover', 'objected')).to.equal('It stays yours.')
    expect(takeover('take_over', 'owner')).to.equal('Bread is yours.')
    expect(takeover('take_over', 'requested'), 'not yet').to.equal('You asked to take over Bread.')
  })
})
