import { expect } from 'chai'
import { refusalWords } from '../../src/render/words/refusals_for_people.ts'
import { dailyLimit } from '../../src/rules/refusals/daily_limit_reason.ts'
import { errors } from '../../src/rules/errors.ts'

const message = 'Send text, edits or inserts with base_version.'
const said = (reason: string, details: Readonly<Record<string, unknown>> = {}): string =>
  refusalWords({ reason, message, details })

describe('what a person reads of a refusal', () => {
  const reasons = [...new Set([dailyLimit, ...Object.values(errors).flatMap(({ reasons: all }) => [...all])])]

  it('has words for every reason of the list: a sentence, and no name of a field or of a tool', () => {
    for (const reason of reasons) {
      const words = said(reason)
      expect(words, reason).not.to.equal(message)
      expect(words, reason).to.match(/^[A-Z].*[.?!]$/)
      expect(words, reason).not.to.match(/\w_\w|`|\bui_|undefined|NaN|\bseq\b|\bidempot/)
    }
  })

  it('names who was quicker, who paused the agents, and the hub to join', () => {
    const quicker = { handle: '@jonas' }
    expect(said('task_taken', { quicker })).to.equal('@jonas was quicker and has this task now.')
    expect(said('already_undone', { quicker, seconds_ago: 61 })).to.equal(
      '@jonas took this back already, 61 seconds ago.',
    )
    expect(said('already_answered', { quicker: { ...quicker, self: true } })).to.equal('You answered this already.')
    expect(said('agents_paused', { paused_by: '@jonas' })).to.equal('@jonas paused the agents here. People can write.')
    expect(said('needs_seat', { hub_title: 'Hearth & Rye' })).to.equal('Join Hearth & Rye to write here.')
    expect(said('needs_seat')).to.equal('Join the hub to write here.')
    expect(said('built_on', { author: '@scout', later_author: '@jonas' })).to.equal(
      '@jonas changed this again after @scout. Taking it back would take what @jonas wrote, too.',
    )
  })

  it('promises nothing of what may be saved all the same', () => {
    for (const reason of ['database', 'unexpected']) {
      expect(said(reason), reason).to.contain('Nothing was changed')
      expect(said(reason, { outcome: 'unknown' }), reason)
        .to.contain('It is not known whether this was saved')
        .and.not.contain('Nothing')
    }
    expect(said('key_reused')).to.contain('those may stand. Look first')
  })

  it('tells what one wrote from a suggestion that cannot go in any more', () => {
    const merge = (fields: Record<string, string>) => refusalWords({ reason: 'merge', message, details: {}, fields })
    expect(merge({ pad_id: 'pad_1', text: 'Rye' })).to.contain('Take one, or mend it below.')
    expect(merge({ edit_id: 'edt_1', outcome: 'accept' }))
      .to.contain('Change it first in its pad, or turn it down.')
      .and.not.contain('below')
  })

  it('says that words are kept, whichever of the forms somebody wrote them in', () => {
    const soon = (fields: Record<string, string>) => refusalWords({ reason: 'pace', message, details: {}, fields })
    for (const field of ['body', 'title', 'details', 'decision.text', 'quote.text'])
      expect(soon({ [field]: 'Rye' }), field).to.contain('Your words are kept.')
    for (const fields of [{}, { body: ' ' }, { thread_id: 'thr_1' }] as Record<string, string>[])
      expect(soon(fields)).not.to.contain('kept')
  })

  it('tells which key it found by its end, and repeats no more of it', () => {
    const key = ['ghp', 'aB3dE6gH9jK2mN5pQ8sT1vW4yZ7bC0eF3hJ6'].join('_')
    const body = `Take ${key} for it.`
    const found = (at: number): string =>
      refusalWords({ reason: 'sensitive', message, details: { sensitive: [{ field: 'body', at }] }, fields: { body } })
    expect(found(5)).to.contain('This looks like a key or a password (it ends in …3hJ6).').and.not.contain('aB3d')
    expect(found(0), 'a word').to.contain('a key or a password.')
  })

  it('says that nobody goes by a handle that somebody typed, and nothing of ids that a page filled in', () => {
    const missing = (fields: Record<string, string>) =>
      refusalWords({ reason: 'unreadable', message, details: {}, fields })
    expect(missing({ to: '@nobdy' })).to.equal('Nobody here goes by @nobdy, or this is not open to you any more.')
    expect(missing({ participant: 'nobdy.ada' })).to.contain('@nobdy.ada')
    for (const fields of [{}, { to: '' }, { to: 'Two words' }, { participant: 'hum_01k9t4n7v2e5r8w1x3y6z0ab5c' }])
      expect(missing(fields as Record<string, string>)).to.match(/^There is nothing here for you\./)
  })

  it('says of whom a task names that they are nobody, or have no seat, and who may be meant', () => {
    const missing = (assignee: string, details: object = {}) =>
      refusalWords({ reason: 'unreadable', message, details: { field: 'assignee', ...details }, fields: { assignee } })
    const id = 'hum_01k9t4n7v2e5r8w1x3y6z0ab5c'
    expect(missing('nobdy', { meant: ['ada', 'adam'] })).to.equal(
      'Nobody here goes by @nobdy. Did you mean @ada or @adam?',
    )
    expect(missing('Ada Lovelace')).to.match(/^Nobody here goes by that name\. Choose somebody who has a seat here\.$/)
    expect(missing(id)).to.match(/^Nobody here goes by that name\./)
    expect(missing(id, { has_seat: false })).to.match(/^Whom you chose has no seat here\./)
    expect(missing('ada', { has_seat: true })).to.equal('@ada can do no work now. Choose somebody else.')
  })

  it('says when it goes on, in words', () => {
    expect(said('pace', { retry_after_seconds: 20 })).to.contain('You can go on in 20 seconds.')
    expect(said('exports', { retry_after_seconds: 7_200 })).to.contain('You can go on in 2 hours.')
    expect(said('reads', { retry_after_seconds: 1 })).to.contain('in 1 second.')
  })
})
