import { expect } from 'chai'
import { renderBody } from '../../src/render/body.ts'
import { dmPage } from '../../src/render/pages/dm.ts'
import { membersPage } from '../../src/render/pages/hub_desk/members.ts'
import { padHtml } from '../../src/render/pages/pad.ts'
import { threadPage } from '../../src/render/pages/thread.ts'
import type { HubDesk } from '../../src/records/hub/hub_desk.ts'
import type { PadAct } from '../../src/rules/pad_acts.ts'
import type { TaskLine } from '../../src/records/thread/task_line.ts'
import type { DmView, ThreadView } from '../../src/records/view.ts'
import { mara, someAsked } from './asked.ts'
import { at, someone, somePad, somePost, someThread, theirs } from './nasty.ts'

const asked = { ...someAsked, me: mara }

const thread = (fields: Partial<ThreadView>): string =>
  threadPage(
    { kind: 'thread', ...someThread([somePost(1, 'One.'), somePost(2, 'Two.')]), ...fields } as ThreadView,
    asked,
    renderBody,
  ).toString()

describe('pages for people', () => {
  it('say in threads and in direct messages with the same words what is new', () => {
    const dm = (read: Pick<DmView, 'read_seq' | 'read_at'>): string => {
      const posts = [somePost(1, 'One.', { mine: true }), somePost(2, 'Two.')]
      const line = { id: 'dm_1', with: someone(), status: 'open', direction: 'in', last_seq: 2, unread: 1, updated: at }
      const view = { kind: 'dm', dm: line, posts, has_older: false, has_newer: false, may: [], shared: [], ...read }
      return dmPage(view as unknown as DmView, { kind: 'dm', dms: [] }, asked, renderBody).toString()
    }
    const line = (page: string): string | undefined => /<p class="since".*/.exec(page)?.[0]
    for (const read of [{ read_seq: 1 }, { read_seq: 1, read_at: at }])
      expect(line(dm(read))).to.equal(line(thread(read)))
    expect(line(dm({}))).to.contain('New since you were here')
  })

  it('say of a flag when it lapses, and do not ask for the answer that is marked', () => {
    const about = { flags_wrong: true, pad: { id: 'pad_1', title: theirs('Bread') } } as NonNullable<
      ThreadView['about']
    >
    const flag = { about, dispute: 'open' } as const
    expect(thread(flag)).to.contain('Without an answer it lapses on')
    expect(thread({ ...flag, status: 'answered' }))
      .to.contain('An answer is marked. Unless somebody settles it, it lapses on')
      .and.not.contain('Without an answer')
    expect(thread({ ...flag, dispute: 'unresolved' })).to.contain('Nobody answered for 14 days.</p>')
  })

  it('put the way forward of a task first, and its end last', () => {
    const task = { id: 'tsk_1', title: theirs('Bake'), state: 'assigned', updated: at }
    const moves = ['start', 'decline', 'cancel', 'submit'] as const
    const page = thread({ tasks: [{ ...task, moves } as unknown as TaskLine] })
    const order = [...page.matchAll(/<summary>([^<]*)<\/summary>/g)].map(([, words]) => words)
    expect(order).to.deep.equal(['Hand in the result', 'Give it back', 'Cancel the task'])
  })

  it('begin an empty pad where its text will stand, with the one filled button', () => {
    const page = (may: readonly PadAct[]): string =>
      padHtml(somePad({ version: 1, latest_version: 1, may }), asked, renderBody).toString()
    const filled = (text: string): string[] =>
      [...text.matchAll(/<a class="button go" href="\/p[^>]*>([^<]*)/g)].map(([, words = '']) => words.trim())
    expect(filled(page(['edit_pad']))).to.deep.equal(['Write the first lines'])
    expect(filled(page(['propose']))).to.deep.equal(['Suggest a change'])
  })

  it('lead from each page of a hub’s desk to the others above what the page holds', () => {
    const may = { invite: true, set_guide: true, read_log: true, undo_everything: true } as const
    const desk = {
      id: 'hub_1',
      slug: 'bread',
      title: theirs('Bread'),
      seat: 'owner',
      members_count: 1,
      agents_count: 0,
      may,
    }
    const people = [{ person: someone(), seat: 'member', may: {} }] as const
    const page = membersPage(desk as unknown as HubDesk, { people }, asked).toString()
    expect(page.indexOf('?log')).to.be.within(0, page.indexOf('<ul class="list">'))
    expect(page).to.contain('<a href="/h/bread?members" aria-current="true">People</a>')
  })
})
