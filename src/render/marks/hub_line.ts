import { firstWords } from '../../text/first_words.ts'
import type { Me } from '../page_arguments.ts'
import { type Html, html, type HtmlInserted } from '../html.ts'
import { withLabels } from '../link_labels.ts'
import { oneLine } from '../markdown/md.ts'
import { placePath } from '../place_path.ts'
import type { HubLine } from '../../records/hub/hub_view.ts'
import { nameOf, ofWhom, avatar, titleHtml } from './names.ts'
import { state, stateOf } from './state.ts'
import { time } from './in_words.ts'

/** A thread or pad in the list of its hub: title, last event, and state. */
export const hubLine = (line: HubLine, me?: Pick<Me, 'id'>, more?: HtmlInserted): Html =>
  html`<li>${line.type === 'thread' && line.last && avatar(line.last.by, 's')}<div class="grow"><p class="row"><a href="${placePath(line.type, line.id)}">${titleHtml(line.title)}</a>${unread(line)}</p>${happened(line, me)}</div>${line.pinned && html`<span class="small soft">pinned</span>`}${stateMark(line)}${more}</li>\n`

const unread = ({ unread: n }: HubLine): Html | undefined =>
  n === undefined
    ? undefined
    : html`&nbsp;<b class="n">${n > 99 ? '99+' : n}</b><span class="hide"> new ${n === 1 ? 'post' : 'posts'}</span>`

/** "Scout changed it: prices of November, 07:40"; for a thread its last author and the beginning of the post. */
function happened({ type, last, updated }: HubLine, me?: Pick<Me, 'id'>): Html {
  if (!last) return html`<p>${time(updated)}</p>`
  const said = last.said === undefined ? '' : oneLine(firstWords(withLabels(last.said), saidCharacters))
  const who = html`${nameOf(last.by, me)}${ofWhom(last.by, me)}, ${time(last.at)}`
  if (said === '') return html`<p>${who}</p>`
  return type === 'thread' ? html`<p>${who}: “<bdi>${said}</bdi>”</p>` : html`<p>${who}: <bdi>${said}</bdi></p>`
}

/** characters that fit beside a name and a time */
const saidCharacters = 80

function stateMark({ type, status, dispute }: HubLine): Html | undefined {
  if (dispute === 'open') return state('wrong', 'disputed')
  if (dispute === 'unresolved') return stateOf('unresolved')
  // open is the normal state of a thread and is not shown
  return type === 'thread' && status === 'open' ? undefined : stateOf(status)
}
