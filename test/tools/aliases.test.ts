import { expect } from 'chai'
import { Refusal } from '../../src/rules/errors.ts'
import { namesOlder, renamed, withCurrentNames } from '../../src/tools/call/meant/argument_aliases.ts'
import { nameNow, type OldTool, oldNames } from '../../src/rules/old_names.ts'
import { byName } from '../../src/tools/index.ts'
import type { Shapes } from '../../src/tools/input/same_value.ts'
import { translations } from '../../src/tools/call/meant/renamed_tools.ts'

const taking =
  (...names: string[]) =>
  (name: string) =>
    names.includes(name)

const any = (...names: string[]): Shapes => Object.fromEntries(names.map((name) => [name, {}]))

const read = (name: string, input: Record<string, unknown>) =>
  translations[name as OldTool](input, byName.get(nameNow('tools', name) as string)?.input as Shapes)

describe('older names', () => {
  // SPEC: page id, board aliases
  // SPEC: as agent works with
  // SPEC: Versioning > aliases
  it('moves page_id to pad_id and board to hub', () => {
    expect(withCurrentNames({ page_id: 'pad_1' }, any('pad_id'))).to.deep.equal({ pad_id: 'pad_1' })
    expect(withCurrentNames({ board: 'cooking' }, any('hub'))).to.deep.equal({ hub: 'cooking' })
  })

  it('reads scope_id as the id the tool takes', () => {
    expect(withCurrentNames({ scope_id: 'thr_1' }, any('thread_id', 'hub'))).to.deep.equal({ thread_id: 'thr_1' })
    expect(withCurrentNames({ scope_id: 'pad_1' }, any('pad_id'))).to.deep.equal({ pad_id: 'pad_1' })
    const several = any('hub', 'thread_id', 'pad_id')
    expect(withCurrentNames({ scope_id: 'thr_1' }, several)).to.deep.equal({ thread_id: 'thr_1' })
    expect(withCurrentNames({ scope_id: 'pad_1' }, several)).to.deep.equal({ pad_id: 'pad_1' })
    expect(withCurrentNames({ scope_id: 'hub_1' }, several)).to.deep.equal({ hub: 'hub_1' })
  })

  it('leaves an older name alone where the tool takes neither', () => {
    expect(withCurrentNames({ page_id: 'pad_1' }, any('title'))).to.deep.equal({ page_id: 'pad_1' })
  })

  it('takes both names with one value and refuses two values, naming both', () => {
    expect(withCurrentNames({ board: 'a', hub: 'a' }, any('hub'))).to.deep.equal({ hub: 'a' })
    expect(() => withCurrentNames({ board: 'a', hub: 'b' }, any('hub')))
      .to.throw(Refusal, /board.*hub/)
      .with.property('reason', 'alias_mismatch')
  })

  it('takes both names where the values mean the same, however each was sent', () => {
    const digits = '01k9t4n7v2e5r8w1x3y6z0ab5c'
    const [pad, thread] = [`pad_${digits}`, `thr_${digits}`]
    expect(renamed({ old: 5, now: '5' }, 'old', 'now', { now: { type: 'integer' } })).to.deep.equal({ now: 5 })
    expect(renamed({ old: { a: 1 }, now: '{"a":1}' }, 'old', 'now', { now: { type: 'object' } })).to.deep.equal({
      now: { a: 1 },
    })
    const { edit_pad: taken } = Object.fromEntries([...byName].map(([name, tool]) => [name, tool.input as Shapes]))
    // one of them as it was sent: the door reads the id out of it
    const address = `https://svc.example/p/${pad}`
    expect(withCurrentNames({ page_id: address, pad_id: pad }, taken as Shapes)).to.deep.equal({ pad_id: address })
    const review = { edit_id: `edt_${digits}`, outcome: 'accept' }
    expect(read('answer_edit', { review, outcome: 'Accept' })).to.deep.equal({
      review: { ...review, outcome: 'Accept' },
    })
    const talk = `https://svc.example/t/${thread}`
    expect(read('record_decision', { decision: { thread_id: thread }, thread_id: talk })).to.deep.equal({
      decision: { thread_id: talk },
    })
    const saying = `The thread ${thread}`
    expect(read('mark_answer', { resolves_thread: thread, scope_id: saying, post_id: 'm' })).to.deep.equal({
      resolves_thread: saying,
      answer_id: 'm',
    })
    expect(() => read('answer_edit', { review, outcome: 'turn_down' }))
      .to.throw(Refusal, /outcome.*review/)
      .with.property('reason', 'alias_mismatch')
  })

  it('counts one that was sent empty as left out, whichever of the two it is', () => {
    expect(withCurrentNames({ page_id: '', pad_id: 'pad_1' }, any('pad_id'))).to.deep.equal({ pad_id: 'pad_1' })
    expect(withCurrentNames({ page_id: 'pad_1', pad_id: '' }, any('pad_id'))).to.deep.equal({ pad_id: 'pad_1' })
    expect(read('check_inbox', { after: '' })).to.deep.equal({ after: 0 })
  })

  it('knows which of them go away: scope_id stays', () => {
    expect(namesOlder({ page_id: 'pad_1' }, taking('pad_id'))).to.equal(true)
    expect(namesOlder({ board: 'cooking' }, taking('hub'))).to.equal(true)
    expect(namesOlder({ board: '' }, taking('hub'))).to.equal(false)
    expect(namesOlder({ board: 'cooking' }, taking('title'))).to.equal(false)
    expect(namesOlder({ scope_id: 'thr_1' }, taking('thread_id'))).to.equal(false)
  })

  // SPEC: renamed tools ten older
  it('are ten, and each becomes arguments of a current tool', () => {
    expect(Object.keys(oldNames.tools)).to.have.length(10)
    expect(read('check_inbox', { limit: 5 })).to.deep.equal({ after: 0, limit: 5 })
    expect(read('list_tasks', { state: 'open' })).to.deep.equal({ type: 'task', state: 'open' })
    expect(read('propose_edit', { pad_id: 'p' })).to.deep.equal({ pad_id: 'p', propose: true })
    expect(read('record_decision', { pad_id: 'p', text: 't', reason: 'r', thread_id: 'th' })).to.deep.equal({
      pad_id: 'p',
      decision: { text: 't', reason: 'r', thread_id: 'th' },
    })
    expect(read('answer_edit', { edit_id: 'e', outcome: 'accept' })).to.deep.equal({
      review: { edit_id: 'e', outcome: 'accept' },
    })
    expect(read('mark_answer', { thread_id: 'th', post_id: 'm' })).to.deep.equal({
      resolves_thread: 'th',
      answer_id: 'm',
    })
    expect(read('edit_post', { post_id: 'm', body: 'b' })).to.deep.equal({ edits_post: 'm', body: 'b' })
    expect(read('delete_post', { post_id: 'm' })).to.deep.equal({ post_id: 'm' })
    expect(read('review_task', { task_id: 't', outcome: 'approve' })).to.deep.equal({
      task_id: 't',
      outcome: 'approve',
      action: 'review',
    })
    expect(read('settle_flag', { thread_id: 'th', outcome: 'fixed' })).to.deep.equal({
      thread_id: 'th',
      outcome: 'fixed',
      action: 'settle_flag',
    })
  })

  it('take an argument under the name that their refusals give it', () => {
    expect(read('edit_post', { edits_post: 'm', body: 'b' })).to.deep.equal({ edits_post: 'm', body: 'b' })
    expect(read('mark_answer', { resolves_thread: 'th', answer_id: 'm' })).to.deep.equal({
      resolves_thread: 'th',
      answer_id: 'm',
    })
    const review = { edit_id: 'e', outcome: 'accept' }
    expect(read('answer_edit', { review })).to.deep.equal({ review })
    expect(read('answer_edit', { review, note: 'Good.' })).to.deep.equal({ review: { ...review, note: 'Good.' } })
    const sentAsText = JSON.stringify({ text: 't' })
    expect(read('record_decision', { pad_id: 'p', decision: sentAsText })).to.deep.equal({
      pad_id: 'p',
      decision: sentAsText,
    })
    expect(read('record_decision', { pad_id: 'p', decision: sentAsText, reason: 'r' })).to.deep.equal({
      pad_id: 'p',
      decision: { text: 't', reason: 'r' },
    })
    expect(read('answer_edit', { review: JSON.stringify(review), edit_id: 'e' })).to.deep.equal({ review })
    expect(read('answer_edit', { review: { ...review, note: '' }, note: 'Good.' })).to.deep.equal({
      review: { ...review, note: 'Good.' },
    })
    for (const both of [review, JSON.stringify(review)]) {
      expect(() => read('answer_edit', { review: both, edit_id: 'other' }))
        .to.throw(Refusal, /edit_id.*review/)
        .with.property('reason', 'alias_mismatch')
    }
    expect(read('record_decision', { pad_id: 'p', decision: 'We bake rye.', reason: 'r' }), 'refused by its shape')
      .to.have.property('decision')
      .that.equals('We bake rye.')
    expect(() => read('edit_post', { post_id: 'm', edits_post: 'n', body: 'b' }))
      .to.throw(Refusal, /post_id.*edits_post/)
      .with.property('reason', 'alias_mismatch')
  })

  it('read scope_id as the thread that the older tool took', () => {
    expect(read('mark_answer', { scope_id: 'thr_1', post_id: 'm' })).to.deep.equal({
      resolves_thread: 'thr_1',
      answer_id: 'm',
    })
    expect(read('record_decision', { pad_id: 'pad_1', scope_id: 'thr_1', text: 't' })).to.deep.equal({
      pad_id: 'pad_1',
      decision: { text: 't', thread_id: 'thr_1' },
    })
    const digits = '01k9t4n7v2e5r8w1x3y6z0ab5c'
    for (const scope_id of [`https://svc.example/p/pad_${digits}#dough`, `The pad pad_${digits}`]) {
      expect(read('record_decision', { scope_id, thread_id: 'thr_1', text: 't' }), scope_id).to.deep.equal({
        pad_id: scope_id,
        decision: { text: 't', thread_id: 'thr_1' },
      })
    }
    const thread = `https://svc.example/t/thr_${digits}`
    expect(read('record_decision', { pad_id: 'pad_1', scope_id: thread, text: 't' })).to.deep.equal({
      pad_id: 'pad_1',
      decision: { text: 't', thread_id: thread },
    })
    expect(read('mark_answer', { scope_id: thread, post_id: 'm' })).to.deep.equal({
      resolves_thread: thread,
      answer_id: 'm',
    })
  })
})
