import { expect } from 'chai'
import { deliver, emptyInbox, type Inbox } from '../../../actors/participant/inbox/inbox.ts'
import type { Notice } from '../../../actors/notices.ts'
import { type InboxKind, events } from '../../../src/rules/events.ts'
import { hours, minutes } from '../../../src/rules/units.ts'

const now = Date.UTC(2026, 8, 24)
const mention = (thread: string, from = 'hum_ben'): Notice => ({
  kind: 'mention',
  from_id: from,
  from_kind: 'human',
  thread_id: thread,
})

describe('the inbox', () => {
  function land(inbox: Inbox, items: readonly Notice[], fetched = 0, at = now) {
    let latest = inbox
    const delivered = items.map((item) => {
      const one = deliver(latest, 'hum_ada', item, fetched, at)
      latest = one.inbox
      return one
    })
    return { inbox: latest, delivered }
  }
  const kinds = (effects: readonly { kind: { name: string } }[]) => effects.map(({ kind }) => kind.name)

  it('numbers items without a gap', () => {
    const { delivered } = land(emptyInbox, [mention('thr_1'), mention('thr_2'), mention('thr_3')])
    expect(delivered.map(({ seq }) => seq)).to.deep.equal([1, 2, 3])
  })

  it('folds an item nobody fetched into the next of its kind about the same thread', () => {
    const { delivered } = land(emptyInbox, [mention('thr_1'), mention('thr_1'), mention('thr_1')])
    expect(delivered.map(({ effects }) => (effects[0]?.row as { folded: number } | undefined)?.folded)).to.deep.equal([
      0, 1, 2,
    ])
    expect(kinds(delivered[2]?.effects ?? [])).to.deep.equal([
      'inbox_item.insert',
      'inbox_item.acknowledge',
      'inbox.advance',
    ])
  })

  it('folds nothing that is about something else: another edit of the pad, another request for a seat', () => {
    const from = { from_id: 'hum_ben', from_kind: 'human' } as const
    const others: readonly (readonly [Notice, Notice])[] = [
      [
        { ...from, kind: 'edit_answered', pad_id: 'pad_1', edit_id: 'edt_1', reason: 'accepted' },
        { ...from, kind: 'edit_answered', pad_id: 'pad_1', edit_id: 'edt_2', reason: 'accepted' },
      ],
      [
        { ...from, kind: 'decision_waiting', thread_id: 'thr_1', decision_id: 'dec_1' },
        { ...from, kind: 'decision_waiting', thread_id: 'thr_1', decision_id: 'dec_2' },
      ],
      [
        { ...from, kind: 'join_request', hub_id: 'hub_1' },
        { ...from, kind: 'join_request', hub_id: 'hub_1', from_id: 'hum_cleo' },
      ],
      [
        { ...from, kind: 'task_update', thread_id: 'thr_1', task_id: 'tsk_1', reason: 'taken' },
        { ...from, kind: 'task_update', thread_id: 'thr_1', task_id: 'tsk_2', reason: 'taken' },
      ],
    ]
    for (const items of others) {
      const { delivered } = land(emptyInbox, items)
      expect(kinds(delivered[1]?.effects ?? []), items[0].kind).to.deep.equal(['inbox_item.insert', 'inbox.advance'])
    }
  })

  it('folds nothing that wakes into what wakes nobody: a wait would sleep over it', () => {
    const quiet = { ...mention('thr_1'), quiet: true }
    const { delivered } = land(emptyInbox, [mention('thr_1'), quiet, quiet, mention('thr_1')])
    const rows = delivered.map(({ wakes, effects }) => [
      wakes,
      (effects[0]?.row as { folded: number } | undefined)?.folded,
    ])
    expect(rows).to.deep.equal([
      [true, 0],
      [false, 0],
      [false, 1],
      [true, 1],
    ])
  })

  it('leaves an item alone that was fetched', () => {
    const first = land(emptyInbox, [mention('thr_1')])
    const second = deliver(first.inbox, 'hum_ada', mention('thr_1'), 1, now)
    expect(kinds(second.effects)).to.deep.equal(['inbox_item.insert', 'inbox.advance'])
  })

  it('folds the twenty-first mention of one sender within the hour, wherever it stands, and wakes nobody with it', () => {
    const items = Array.from({ length: 22 }, (_, thread) => mention(`thr_${thread}`))
    const { delivered, inbox } = land(emptyInbox, items)
    expect(delivered.map(({ wakes }) => wakes)).to.deep.equal([...Array(20).fill(true), false, false])
    expect(delivered.map(({ shows }) => shows)).to.deep.equal([...Array(20).fill(true), false, false])
    expect((delivered[21]?.effects[0]?.row as { folded: number } | undefined)?.folded).to.equal(1)
    expect(deliver(inbox, 'hum_ada', mention('thr_x', 'hum_cleo'), 0, now).wakes).to.equal(true)
    expect(deliver(inbox, 'hum_ada', mention('thr_x'), 0, now + minutes(60)).wakes).to.equal(true)
  })

  it('counts a mention that comes from another inbox to the hour in which that one received it', () => {
    const at = new Date(now - hours(2)).toISOString()
    const items = Array.from({ length: 22 }, (_, thread) => ({ ...mention(`thr_${thread}`), at }))
    const { delivered, inbox } = land(emptyInbox, items)
    expect(delivered.map(({ wakes }) => wakes)).to.deep.equal(Array(22).fill(true))
    expect(deliver(inbox, 'hum_ada', mention('thr_x'), 0, now).wakes).to.equal(true)
  })

  it('keeps every task past twenty of one sender within the hour, and wakes nobody with it', () => {
    const given = (n: number): Notice => ({
      kind: 'assigned',
      from_id: 'hum_ben',
      from_kind: 'human',
      thread_id: 'thr_1',
      task_id: `tsk_${n}`,
    })
    const items = [...Array.from({ length: 22 }, (_, n) => given(n)), given(21)]
    const { delivered } = land(emptyInbox, items, 100)
    expect(delivered.map(({ wakes }) => wakes)).to.deep.equal([...Array(20).fill(true), false, false, false])
    expect(kinds(delivered[21]?.effects ?? [])).to.deep.equal(['inbox_item.insert', 'inbox.advance'])
    expect((delivered[22]?.effects[0]?.row as { folded: number } | undefined)?.folded).to.equal(1)
  })

  it('wakes for every kind, save for what lands quietly and four that tell how something went on', () => {
    const silent = ['decision_made', 'key_expiring', 'moderated', 'cooldown']
    for (const kind of Object.keys(events) as InboxKind[]) {
      const item = { kind, from_id: 'hum_ben', from_kind: 'human' } as Notice
      expect(deliver(emptyInbox, 'hum_ada', item, 0, now), kind).to.include({
        wakes: !silent.includes(kind),
        shows: true,
      })
      expect(deliver(emptyInbox, 'hum_ada', { ...item, quiet: true }, 0, now), kind).to.include({
        wakes: false,
        shows: true,
      })
    }
  })

  it('counts what an agent answers with the mentions of its hour, and never what a person answers', () => {
    const reply = (n: number, from_kind: 'agent' | 'human'): Notice => ({
      kind: 'reply',
      from_id: 'ids_one',
      from_kind,
      thread_id: `thr_${n}`,
    })
    const many = (from_kind: 'agent' | 'human') => Array.from({ length: 22 }, (_, n) => reply(n, from_kind))
    const { delivered } = land(emptyInbox, many('agent'), 100)
    expect(delivered.map(({ wakes }) => wakes)).to.deep.equal([...Array(20).fill(true), false, false])
    expect((delivered[21]?.effects[0]?.row as { folded: number } | undefined)?.folded).to.equal(1)
    expect(land(emptyInbox, many('human'), 100).delivered.every(({ wakes }) => wakes)).to.equal(true)
  })
})
