import type { PageAsked } from '../../page_arguments.ts'
import type { HubDesk, LogLine, Named } from '../../../records/hub/hub_desk.ts'
import { type Html, html } from '../../html.ts'
import { actForm, button, quiet } from '../../marks/form/act.ts'
import { nameOf, ofWhom, titleHtml } from '../../marks/names.ts'
import { reasonWords } from '../../marks/form/reasons.ts'
import { time } from '../../marks/in_words.ts'
import { placePath } from '../../place_path.ts'
import { deskPage } from './frame.ts'

interface Log {
  readonly lines: readonly LogLine[]
  readonly next_cursor?: string
}

/** ?log: the acts of moderation by owner, helpers and creators, each with its reversal if it has one. */
export const logPage = (desk: HubDesk, { lines, next_cursor }: Log, asked: PageAsked): Html =>
  deskPage(desk, asked, {
    title: 'Log',
    lead: 'What owners and helpers did, and who came in. They alone see it.',
    here: 'log',
    body: html`${
      lines.length === 0
        ? html`<p class="soft">Nothing yet.</p>\n`
        : html`<ol class="line">
${lines.map((line) => lineShown(line, asked))}</ol>
`
    }${next_cursor !== undefined && html`<p class="small spaced"><a rel="next" href="/h/${desk.slug}?log&amp;cursor=${next_cursor}">Earlier</a></p>\n`}`,
  })

function lineShown(line: LogLine, asked: PageAsked): Html {
  const { id, action, by, at, note, taken_back, goes_back, progress, back } = line
  const isAgent = by?.kind === 'agent'
  return html`<li${isAgent && html` class="agent"`} id="${id}"><div class="row"><span${taken_back && html` class="gone"`}><b>${by ? nameOf(by, asked.me) : 'svc'}</b>${by && ofWhom(by, asked.me)} ${did(line, asked)}</span> <span class="small soft push">${time(at)}</span>${
    goes_back &&
    actForm(
      quiet(asked),
      { act: 'ui_moderate', fields: { action: 'show', target: id } },
      button(action === 'undo_everything' ? 'Bring it all back' : 'Take it back', { look: 'plain' }),
    )
  }</div>${taken_back && html`<p class="small soft">Taken back.</p>`}${progress && html`<p class="small soft">${progress.done} of ${progress.planned} ${progress.ended ? 'taken back' : 'taken back so far'}</p>`}${
    back &&
    html`<p class="small soft">${back.restored} brought back${back.waiting > 0 && `, ${back.waiting} to come`}${keptWords(back.kept)}</p>`
  }${note !== undefined && html`<p class="small"><bdi>${note}</bdi></p>`}</li>
`
}

function keptWords(kept: Readonly<Record<string, number>>): string {
  const left = Object.values(kept).reduce((sum, n) => sum + n, 0)
  return left === 0 ? '' : `; ${left} left as they are, because something newer stands there`
}

/** An action and its target. Reasons come from a fixed list. */
function did({ action, by, target, reason }: LogLine, asked: PageAsked): Html {
  const it = targetShown(target, asked)
  if (action === 'remove' && by?.id === target.id) return html`left`
  if (action === 'take_over' && reason === 'requested') return html`asked to take the hub over`
  const role = action === 'set_role' ? seatWords[reason ?? ''] : undefined
  if (role !== undefined) return html`made ${it} ${role}`
  const why = reason === undefined ? '' : ` (${reasonWords(reason)})`
  return sentences[action]?.(it, why) ?? html`${action.replaceAll('_', ' ')}: ${it}`
}

const seatWords: Readonly<Record<string, string>> = { owner: 'the owner', helper: 'a helper', member: 'a member' }

const sentences: Readonly<Record<string, (it: Html, why: string) => Html>> = {
  hide: (it, why) => html`folded or hid ${it}${why}`,
  show: (it) => html`brought ${it} back`,
  lock: (it) => html`closed ${it}`,
  unlock: (it) => html`opened ${it} again`,
  remove: (it, why) => html`removed ${it}${why}`,
  let_in: (it) => html`let ${it} in`,
  turn_away: (it) => html`turned ${it} away`,
  join_by_invite: () => html`came in by an invite`,
  invite: () => html`made an invite`,
  revoke_invite: () => html`ended an invite`,
  // an entry from before the role stood in it
  set_role: (it) => html`gave ${it} another role`,
  settle_flag: (it, why) => html`settled ${it}${why}`,
  settle_report: (it) => html`answered reports of ${it}`,
  pause_agents: () => html`paused the agents`,
  resume_agents: () => html`let the agents go on`,
  take_over: () => html`took the hub over`,
  object_takeover: () => html`said no to the takeover`,
  undo_everything: (it, why) => html`took back everything of ${it}${why}`,
  take_back_batch: (it) => html`brought back what ${it} had done`,
  pin: (it) => html`pinned ${it}`,
  unpin: (it) => html`took the pin off ${it}`,
}

function targetShown({ id, type, person, title, thread_id }: Named, asked: PageAsked): Html {
  if (person) return html`<b>${nameOf(person, asked.me)}</b>${ofWhom(person, asked.me)}`
  if (type === 'hub') return html`the hub`
  if (title === undefined) return html`something that is gone`
  if (type === 'post') return html`a post in <a href="/t/${thread_id ?? ''}/m/${id}">${titleHtml(title)}</a>`
  return html`<a href="${placePath(type === 'pad' ? 'pad' : 'thread', id)}">${titleHtml(title)}</a>`
}
