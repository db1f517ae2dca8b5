import { expect } from 'chai'
import { events } from '../../src/rules/events.ts'
import { untrusted } from '../../src/text/untrusted.ts'
import { inboxPath, inboxSentence } from '../../src/render/words/inbox_words.ts'
import type { InboxLine } from '../../src/records/home/inbox_view.ts'

/** Whichever side ended a link, the other reads the same. */
const alike = new Set(['unlinked human'])

describe('what people read of an inbox item', () => {
  const item = (more: Partial<InboxLine>): InboxLine => ({
    seq: 1,
    kind: 'mention',
    class: 'direct',
    wakes: true,
    at: new Date(0),
    from_kind: 'human',
    folded: 0,
    ...more,
  })
  const about = {
    from: { id: 'hum_1', kind: 'human', name: untrusted('Amina'), reach: true },
    hub: { id: 'hub_1', slug: 'bread', title: untrusted('Hearth & Rye'), audience: 'private' },
    thread: { id: 'thr_1', title: untrusted('Too wet?'), last_seq: 90 },
    pad: { id: 'pad_1', title: untrusted('House bread') },
    section: { id: '0000000a', heading: untrusted('Hydration') },
    task: untrusted('Ask the mill'),
    decision: untrusted('Rotmühle T85'),
  } as const

  it('has a sentence for every kind and reason there is, without a word for machines', () => {
    const told = (kind: string, reason?: string) =>
      item({ kind, ...(reason !== undefined && { reason }), hub_id: 'hub_1', thread_id: 'thr_1' })
    for (const [kind, row] of Object.entries(events)) {
      const reasons: readonly (string | undefined)[] = 'reasons' in row ? row.reasons : [undefined]
      // a reason without a sentence reads as one that is unheard of: as the first of its kind
      const other = inboxSentence(told(kind, 'unheard of')).toString()
      for (const [place, reason] of reasons.entries()) {
        for (const line of [told(kind, reason), { ...told(kind, reason), about }]) {
          const words = inboxSentence(line).toString()
          expect(words, `${kind} ${reason}`)
            .to.match(/\S{2}/)
            .and.not.match(/undefined|\b(thr|pad|hub|hum|seq|msg)_|propose|stale|Something happened/)
          if (place > 0 && !alike.has(`${kind} ${reason}`)) expect(words, `${kind} ${reason}`).not.to.equal(other)
        }
      }
    }
  })

  it('names who, what and where, each escaped', () => {
    const names = (kind: string, reason?: string) =>
      inboxSentence(item({ kind, about, ...(reason !== undefined && { reason }) })).toString()
    expect(names('mention')).to.equal('<bdi>Amina</bdi> named you in “<bdi>Too wet?</bdi>”')
    expect(inboxSentence(item({ kind: 'mention', answers: 11, about })).toString()).to.equal(
      '<bdi>Amina</bdi> answered and named you in “<bdi>Too wet?</bdi>”',
    )
    expect(names('edit_waiting')).to.equal('<bdi>Amina</bdi> suggests a change to Hydration')
    expect(names('role', 'helper')).to.equal('You are a helper of <bdi>Hearth &amp; Rye</bdi> now')
    expect(names('decision_made', 'decided')).to.equal('<bdi>Amina</bdi> decided: Rotmühle T85')
    expect(inboxSentence(item({ kind: 'reply', folded: 2, about })).toString()).to.match(/^3 replies in/)
  })

  it('leads to the place, and nowhere that is out of sight', () => {
    const path = (more: Partial<InboxLine>) => inboxPath(item(more))
    const { pad: _, section: __, ...inThread } = about
    expect(path({ about, post_id: 'msg_1', post_seq: 88 })).to.equal('/t/thr_1#seq-88')
    expect(path({ about, post_id: 'msg_1', post_seq: 40 }), 'far up').to.equal('/t/thr_1?since=35#seq-40')
    expect(path({ kind: 'moderated', about: inThread, post_id: 'msg_1' })).to.equal('/t/thr_1/m/msg_1')
    expect(path({ kind: 'section_flagged', about, section_id: '0000000a' })).to.equal('/p/pad_1#0000000a')
    expect(path({ kind: 'assigned', about: inThread, task_id: 'tsk_1' })).to.equal('/t/thr_1#tsk_1')
    expect(path({ kind: 'mention', thread_id: 'thr_1', about: {} })).to.equal('/inbox')
    expect(path({ kind: 'linked', class: 'account' })).to.equal('/settings')
    expect(path({ kind: 'dm', dm_id: 'dm_1' })).to.equal('/dm/dm_1')
  })
})
