import { expect } from 'chai'
import { hubActs } from '../../src/rules/hub_acts.ts'
import { renderBody } from '../../src/render/body.ts'
import type { PageAsked, Refused } from '../../src/render/page_arguments.ts'
import { hubPage } from '../../src/render/pages/hub.ts'
import { invitesPage } from '../../src/render/pages/hub_desk/invites.ts'
import { logPage } from '../../src/render/pages/hub_desk/log.ts'
import { membersPage } from '../../src/render/pages/hub_desk/members.ts'
import { undoPage } from '../../src/render/pages/hub_desk/undo.ts'
import { newPage } from '../../src/render/pages/new.ts'
import { padHtml } from '../../src/render/pages/pad.ts'
import { padEditHtml } from '../../src/render/pages/pad_edit.ts'
import type { HubDesk } from '../../src/records/hub/hub_desk.ts'
import type { PadPage, PadTalkView } from '../../src/records/pad/pad_page.ts'
import { overrideForm } from '../../src/render/marks/form/act.ts'
import { taskHtml } from '../../src/render/marks/task/task.ts'
import { mara, someAsked } from './asked.ts'
import { at, someHub, someone, somePad, theirs } from './nasty.ts'

const refusedAs = (act: string, fields: Refused['fields']): PageAsked => ({
  ...someAsked,
  me: mara,
  refused: { act, fields, code: 'conflict', reason: 'nothing', message: 'That was refused.', details: {} },
})

/** How often a page tells its refusal where nobody has to open anything to see it, and how often behind something closed. */
function told(page: string): { readonly seen: number; readonly unseen: number } {
  const closed: boolean[] = []
  let [seen, unseen] = [0, 0]
  for (const [tag] of page.matchAll(/<details[^>]*>|<\/details>|role="alert"/g)) {
    if (tag === '</details>') closed.pop()
    else if (tag.startsWith('<details')) closed.push(!/\sopen\b/.test(tag))
    else if (closed.includes(true)) unseen += 1
    else seen += 1
  }
  return { seen, unseen }
}

const once = { seen: 1, unseen: 0 }
const everything = Object.fromEntries(hubActs.map((act) => [act, true]))
const hubRef = { id: 'hub_1', slug: 'bread', title: theirs('Bread'), audience: 'private', mode: 'open' } as const

const desk: HubDesk = {
  ...hubRef,
  accepts_guests: false,
  members_count: 2,
  agents_count: 0,
  seat: 'owner',
  may: everything,
}

const section = {
  id: 'aaaaaaaa',
  level: 2,
  heading: theirs('Water'),
  status: 'settled',
  open_threads: 0,
  words: 1,
  rev: 1,
  reach: true,
} as const

const pad = somePad({
  hub: hubRef,
  sections: [section],
  may: ['edit_pad', 'decide', 'invite', 'pin', 'lock', 'hide'] as unknown as NonNullable<PadPage['may']>,
})

const padAs = (asked: PageAsked, more: Partial<PadPage> = {}): string =>
  padHtml({ ...pad, ...more }, asked, renderBody).toString()

describe('a form that was refused, on a page without a script', () => {
  it('asks an agent once, where nobody knows whether it was asked', () => {
    const agent = { id: 'agt_1', handle: 'scout.mara', name: theirs('Scout'), paused: false, hubs: ['hub_1'] }
    const task = { id: 'tsk_1', title: theirs('Buy rye'), state: 'open', updated: at, moves: ['take'] } as const
    const page = (asked: PageAsked): string =>
      taskHtml(task, {
        asked,
        fragment: renderBody,
        from: {
          thread: { id: 'thr_1' },
          hub: { ...hubRef, people: 1, agents: 1 } as never,
          agents: [agent],
          asking: { of: 'tsk_1', at: String },
        },
      }).toString()
    const [, body = ''] = /<option value="(@scout[^"]*)"/.exec(page(refusedAs('none', {}))) ?? []
    const sent = refusedAs('ui_post', { thread_id: 'thr_1', body, back: 'tsk_1', idempotency_key: 'used-before' })
    const meeting = (more: Partial<Refused>): string => page({ ...sent, refused: { ...sent.refused!, ...more } })
    for (const unknown of [{ code: 'busy' }, { code: 'internal', details: { outcome: 'unknown' } }])
      expect(meeting(unknown)).to.contain('value="used-before"').and.contain('role="alert"')
    expect(meeting({})).not.to.contain('value="used-before"')
  })

  it('tells so once where it is seen, also when a closed menu holds it', () => {
    const hub = someHub({ ...hubRef, may: everything, seat: 'helper' })
    const onHub = (act: string, fields: Refused['fields']) =>
      told(hubPage(hub, refusedAs(act, fields), renderBody).toString())
    expect(onHub('ui_pause_agents', { hub: 'bread', paused: 'true' })).to.deep.equal(once)
    expect(onHub('ui_leave_hub', { hub: 'bread' })).to.deep.equal(once)

    const people = [{ person: someone({ id: 'usr_ben' }), seat: 'member' as const, may: { remove: true as const } }]
    const removing = refusedAs('ui_moderate', { action: 'remove', hub: 'bread', target: 'usr_ben' })
    expect(told(membersPage(desk, { people }, removing).toString())).to.deep.equal(once)

    const line = { id: 'act_1', action: 'lock', target: { id: 'thr_1', type: 'thread' }, at, goes_back: true }
    const back = refusedAs('ui_moderate', { action: 'show', target: 'act_1' })
    expect(told(logPage(desk, { lines: [line as never] }, back).toString())).to.deep.equal(once)

    for (const action of ['lock', 'hide'])
      expect(told(padAs(refusedAs('ui_moderate', { action, target: 'pad_1' }))), action).to.deep.equal(once)
    expect(told(padAs(refusedAs('ui_invite', { pad_id: 'pad_1', uses: '7' })))).to.deep.equal(once)
  })

  it('keeps the way to send it anyway where its own form cannot tell it', () => {
    const page = (act: string, fields: Refused['fields'], more: Partial<Refused>): string => {
      const asked = refusedAs(act, { ...fields, idempotency_key: 'used' })
      return padAs({ ...asked, refused: { ...asked.refused!, ...more } })
    }
    const joins = { reason: 'needs_seat', details: { join: 'bread' } }
    const locking = page('ui_moderate', { action: 'lock', target: 'pad_1' }, joins)
    expect(told(locking)).to.deep.equal(once)
    const [, form = ''] =
      /<form method="post">(?:(?!<\/form>).)*?name="action" value="lock"(.*?)<\/form>/.exec(locking) ?? []
    expect(form).to.match(/name="target" value="pad_1".*Join and send/)
    expect(locking.split('Join and send')).to.have.lengthOf(2)
    expect(locking).not.to.contain('used')

    const gone = page('ui_post', { thread_id: 'thr_1', body: 'A "key".' }, { reason: 'sensitive' })
    // its words stand once, to be mended in the form that sends them
    expect(gone).to.match(
      /<label for="written-0">Your words<\/label><textarea id="written-0" rows="1" name="body">\nA &quot;key&quot;\.</,
    )
    expect(gone).to.match(/Send it again.*name="also" value="confirm_sensitive=true"[^>]*>Share it anyway/)
    expect(gone.split(/A (?:"|&quot;)key/)).to.have.lengthOf(2)
    expect(page('ui_post', { body: 'No.' }, {})).not.to.contain('value="No."')
    // a list has only its last entry among the fields
    expect(page('ui_verify', { 'sections[]': 'aaaaaaaa' }, joins)).not.to.contain('Join and send')
  })

  it('keeps what was one line one line where its words are mended', () => {
    const fields = { title: 'A "key"', link: 'https://example.com/?key=1', body: 'A key.', idempotency_key: 'used' }
    const { refused } = refusedAs('ui_start_thread', fields)
    const form = overrideForm({ ...refused!, reason: 'sensitive' }, () => 'fresh')?.toString()
    expect(form).to.contain('<input id="written-0" maxlength="200" name="title" value="A &quot;key&quot;">')
    expect(form).to.match(/<input id="written-\d" maxlength="2000" name="link" value="https:/)
    expect(form).to.match(/<textarea [^>]*name="body">\nA key\./)
  })

  it('of a report on a pad stands open, with the reason and the words', () => {
    const page = padAs(refusedAs('ui_report', { pad_id: 'pad_1', reason: 'abuse', note: 'It calls us names.' }))
    expect(told(page)).to.deep.equal(once)
    expect(page)
      .to.contain('<option value="abuse" selected>')
      .and.match(/<textarea [^>]*name="note"[^>]*>It calls us names\./)
  })

  it('keeps each choice', () => {
    const deciding = { pad_id: 'pad_1', back: 'decide', 'decision.text': 'Rye', 'decision.supersedes': 'dec_2' }
    const decided = { status: 'decided', by: someone(), at } as const
    const decisions = ['dec_1', 'dec_2'].map((id) => ({ ...decided, id, text: theirs(id) }))
    expect(padAs(refusedAs('ui_edit_pad', deciding), { decisions })).to.contain('<option value="dec_2" selected>')

    const waits = { status: 'proposed', by: someone(), at, answers: ['accept'] } as const
    const asks = [{ ...waits, id: 'dec_3', text: theirs('Rye'), options: [theirs('Rye'), theirs('Spelt')] }]
    const answered = padAs(refusedAs('ui_answer_decision', { decision_id: 'dec_3', option: '2' }), { decisions: asks })
    expect(/<input type="radio" name="also" value="option=2[^"]*"( checked)?>/.exec(answered)?.[1]).to.equal(' checked')
    expect(answered.match(/ checked>/g)).to.have.length(1)

    const invite = invitesPage(desk, [], refusedAs('ui_invite', { hub: 'bread', uses: '7', role: 'helper' })).toString()
    expect(invite).to.contain('value="helper" checked').and.not.contain('value="member" checked')

    const undoing = refusedAs('ui_undo_everything', {
      hub: 'bread',
      participant: 'agt_1',
      dry_run: 'true',
      reason: 'spam',
      include_linked: 'true',
    })
    const agent = someone({ id: 'agt_1', kind: 'agent', human: { id: 'usr_ben' } })
    const undo = undoPage(desk, { person: agent, people: [] }, undoing).toString()
    expect(undo).to.contain('name="include_linked" value="true" checked').and.contain('<option value="spam" selected>')

    const here = { ...hubRef, people: 1, agents: 0 }
    const started = newPage(
      { hubs: [here], hub: { ...here, accepts_guests: true }, people: [], pads: [], threads: [], own_agents: [] },
      {
        ...refusedAs('ui_start_thread', { title: 'Why?', accepts_guests: 'true' }),
        what: 'thread',
        query: new URLSearchParams(),
      },
      renderBody,
    ).toString()
    expect(started).to.contain('name="accepts_guests" value="true" checked')

    const flag = { id: 'thr_1', title: theirs('Wrong'), flags_wrong: true, dispute: 'open', section_id: section.id }
    const page = { ...pad, talk: [{ ...flag, starter: someone(), posts: 1 } as unknown as PadTalkView] }
    const text = theirs('## Water')
    const settling = refusedAs('ui_edit_pad', { pad_id: 'pad_1', resolves_thread: 'thr_1' })
    const edit = padEditHtml(
      { page, section, base_version: 3, text, title: pad.title, stands: text, clashes: [] },
      settling,
      renderBody,
    ).toString()
    expect(edit).to.contain('name="resolves_thread" value="thr_1" checked')
  })
})
