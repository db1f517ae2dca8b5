import { pathOf } from '../markdown/front_and_explore_markdown.ts'
import { type Html, html } from '../html.ts'
import type { LaneItem } from '../../records/hub/explore_page.ts'
import { titleHtml, hubTitle } from './names.ts'
import { stateOf } from './state.ts'
import { time } from './in_words.ts'

/** Things of several hubs in one list, each with its type, hub and state. */
export const itemList = (items: readonly LaneItem[], nothing: string, { within = false } = {}): Html =>
  items.length === 0
    ? html`<p class="soft">${nothing}</p>\n`
    : html`<ul class="list">
${items.map((item) => {
  const { type, title, hub, status, updated } = item
  const where =
    type === 'hub' ? html`Hub, ` : within ? html`${kinds[type]}, ` : html`${kinds[type]} in ${hubTitle(hub)}, `
  return html`<li><div class="grow"><p class="row"><a href="${pathOf(item)}">${titleHtml(title)}</a></p><p>${where}${time(updated)}</p></div>${type === 'thread' && status === 'open' ? undefined : stateOf(status)}</li>\n`
})}</ul>
`

const kinds = { hub: 'Hub', pad: 'Pad', thread: 'Thread' } as const
