import { expect } from 'chai'
import { printed } from '../../src/render/markdown/md.ts'
import { waysSaid } from '../../src/render/tool_text/inbox_ways.ts'
import { asksForDecision, events, type InboxKind } from '../../src/rules/events.ts'
import { tools } from '../../src/tools/index.ts'

const kinds = Object.keys(events) as InboxKind[]
const reasonsOf = (kind: InboxKind): readonly string[] => {
  const row = events[kind]
  return 'reasons' in row ? row.reasons : ['']
}
const said = (item: Parameters<typeof waysSaid>[0][number], assistant = false): string | undefined => {
  const [line] = waysSaid([item], { assistant, isOver: () => false })
  return line && printed(line)
}

describe('how an inbox item is answered, as a model reads it', () => {
  it('is said of every kind that asks for a decision', () => {
    for (const kind of kinds)
      for (const reason of reasonsOf(kind))
        if (asksForDecision({ kind, reason, hub_id: 'hub_1' }))
          expect(said({ kind, reason, hub_id: 'hub_1' }), `${kind} ${reason}`).to.match(
            new RegExp(`^${kind}(?: ${reason})? is answered by: \\w`),
          )
  })

  it('names tools and arguments that there are', () => {
    const known = new Set(tools.flatMap((tool) => [tool.name, ...Object.keys(tool.input)]))
    const values = [
      'let_in',
      'turn_away',
      'turn_down',
      'send_back',
      'object_takeover',
      'edit_id',
      'decision_id',
      'turned_down',
    ]
    for (const kind of kinds)
      for (const reason of reasonsOf(kind)) {
        const way = said({ kind, reason })?.replace(/^.*?: /, '') ?? ''
        const names = way.match(/[a-z]+_[a-z_]+/g) ?? []
        expect(
          names.filter((name) => !known.has(name) && !values.includes(name)),
          kind,
        ).to.deep.equal([])
      }
  })

  it('names the place of a request for a seat, and leaves to a person what takes their click', () => {
    const asked = (more: object) => said({ kind: 'join_request', hub_id: 'hub_1', ...more })
    expect(asked({})).to.contain('hub and participant')
    expect(asked({ thread_id: 'thr_1' })).to.contain('thread_id and participant')
    for (const kind of ['join_request', 'edit_waiting', 'decision_waiting', 'review_wanted'])
      expect(said({ kind }, true), kind).to.equal(
        `${kind} is answered by: a click of the person, in the view or on the web`,
      )
    expect(said({ kind: 'assigned' }, true)).to.equal(said({ kind: 'assigned' }))
  })

  it('goes by what was reported: a post, thread or pad folds, a task ends, a participant is removed', () => {
    const asked = (more: object) => said({ kind: 'report_waiting', hub_id: 'hub_1', ...more })
    expect(asked({ thread_id: 'thr_1', post_id: 'msg_1' }))
      .to.contain('moderate with post_id')
      .and.contain('show')
    expect(asked({ pad_id: 'pad_1' })).to.contain('pad_id: action hide')
    expect(asked({ thread_id: 'thr_1', task_id: 'tsk_1' })).to.contain('update_task with task_id and action cancel')
    expect(asked({})).to.contain('moderate with action remove, hub and participant')
    // to the moderators of the platform, who answer on the web
    expect(said({ kind: 'report_waiting' })).to.equal(undefined)
  })

  it('names both calls that answer a suggestion: a member of a Checked hub may only check it', () => {
    expect(said({ kind: 'edit_waiting' }))
      .to.contain('edit_pad with review {edit_id, outcome} accept or turn_down')
      .and.contain('verify edit_id, outcome checked or turned_down')
  })

  it('is said once for all items of a kind, and of a task only when its result was sent back or it waits for something', () => {
    const items = ['sent_back', 'taken', 'sent_back', 'blocked'].map((reason) => ({ kind: 'task_update', reason }))
    expect(waysSaid(items, { assistant: false, isOver: () => false }).map((line) => line !== undefined)).to.deep.equal([
      true,
      false,
      false,
      true,
    ])
  })
})
