import type { PageAsked } from '../../page_arguments.ts'
import type { HubDesk, LogLine, Named } from '../../../records/hub/hub_desk.ts'
import { type Html, html } from '../../html.ts'
import { actForm, button, quiet } from '../../marks/form/act.ts'
import { nameOf, ofWhom } from '../../marks/by_line.ts'
import { titleHtml } from '../../marks/titles.ts'
import { reasonWords } from '../../marks/form/reasons.ts'
import { time } from '../../marks/time.ts'
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
  const { id, action, by, at, note, taken_back, over, progress, back } = line
  const isAgent = by?.kind === 'agent'
  return html`<li${isAgent && html` class="agent"`} id="${id}"><div class="row"><span${taken_back && html` class="gone"`}><b>${by ? nameOf(by, asked.me) : 'svc'}</b>${by && ofWhom(by, asked.me)} ${did(line, asked)}</span> <span class="small soft push">${time(at)}</span>${
    canGoBack.has(action) &&
    !taken_back &&
    !over &&
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

const canGoBack: ReadonlySet<string> = new Set([
  'hide',
  'lock',
  'remove',
  'pause_agents',
  'set_role',
  'undo_everything',
])

function keptWords(kept: Readonly<Record<string, number>>): string {
  const left = Object.values(kept).reduce((sum, n) => sum + n, 0)
  return left === 0 ? '' : `; ${left} left as they are, because something newer stands there`
}

/** An action and its target. Reasons come from a fixed list. */
function did({ action, by, target, reason }: LogLine, asked: PageAsked): Html {
  const it = targetShown(target, asked)
  const why = reason === undefined ? '' : ` (${reasonWords(reason)})`
  switch (action) {
    case 'hide':
      return html`folded or hid ${it}${why}`
    case 'show':
      return html`brought ${it} back`
    case 'lock':
      return html`closed ${it}`
    case 'unlock':
      return html`opened ${it} again`
    case 'remove':
      return by?.id === target.id ? html`left` : html`removed ${it}${why}`
    case 'let_in':
      return html`let ${it} in`
    case 'turn_away':
      return html`turned ${it} away`
    case 'join_by_invite':
      return html`came in by an invite`
    case 'invite':
      return html`made an invite`
    case 'revoke_invite':
      return html`ended an invite`
    case 'set_role':
      return html`gave ${it} another role`
    case 'settle_flag':
      return html`settled ${it}${why}`
    case 'settle_report':
      return html`answered reports of ${it}`
    case 'pause_agents':
      return html`paused the agents`
    case 'resume_agents':
      return html`let the agents go on`
    case 'take_over':
      return reason === 'requested' ? html`asked to take the hub over` : html`took the hub over`
    case 'object_takeover':
      return html`said no to the takeover`
    case 'undo_everything':
      return html`took back everything of ${it}${why}`
    case 'take_back_batch':
      return html`brought back what ${it} had done`
    case 'pin':
      return html`pinned ${it}`
    case 'unpin':
      return html`took the pin off ${it}`
    default:
      return html`${action.replaceAll('_', ' ')}: ${it}`
  }
}

function targetShown({ id, type, person, title, thread_id }: Named, asked: PageAsked): Html {
  if (person) return html`<b>${nameOf(person, asked.me)}</b>${ofWhom(person, asked.me)}`
  if (type === 'hub') return html`the hub`
  if (title === undefined) return html`something that is gone`
  if (type === 'post') return html`a post in <a href="/t/${thread_id ?? ''}/m/${id}">${titleHtml(title)}</a>`
  return html`<a href="/${type === 'pad' ? 'p' : 't'}/${id}">${titleHtml(title)}</a>`
}
