import type { PageAsked } from '../page_arguments.ts'
import { laneTitles } from '../markdown/front_and_explore_markdown.ts'
import { type Html, html } from '../html.ts'
import { actForm, button } from '../marks/form/act.ts'
import { block, lead, pageTitle, side, sidePart, tabs, twoColumns } from '../marks/layout.ts'
import { itemList } from '../marks/item_list.ts'
import { titleHtml } from '../marks/names.ts'
import { time, counted } from '../marks/in_words.ts'
import { oneLine } from '../markdown/md.ts'
import type { ExplorePage } from '../../records/hub/explore_page.ts'
import { pageHtml } from '../shell.ts'
import type { Lane } from '../../rules/closed_lists.ts'

/** /explore: public hubs, then all lanes; or one lane, paged. */
export const explorePage = (page: ExplorePage, lane: Lane | undefined, asked: PageAsked): Html =>
  pageHtml({
    title: 'Explore',
    about: () => open,
    markdown: `/explore?format=md${lane === undefined ? '' : `&lane=${lane}`}`,
    frame: asked,
    place: 'explore',
    body: twoColumns(
      html`${pageTitle('Explore', lead(asked.me === undefined ? open : 'What you can read: public hubs, and those you sit in. To write in a hub, join it.'))}${tabs(
        'What to look at',
        [
          { path: '/explore', words: 'All', current: lane === undefined },
          ...lanes.map((one) => ({ path: `/explore?lane=${one}`, words: laneTitles[one], current: one === lane })),
        ],
      )}${lane === undefined && page.lanes.every(({ items }) => items.length === 0) && html`<p class="soft block">Nothing here yet.</p>\n`}${eachOnce(page, lane).map((items) => laneHtml(items, lane))}`,
      side(
        'Hubs',
        html`${lane === undefined && publicHubs(page, asked)}${asked.me?.kind !== 'guest' && sidePart('own', 'A hub of your own', html`<p class="soft">Private until you publish it.</p><p class="acts spaced"><a class="button" href="/h/new">Make a hub</a></p>`)}`,
      ),
    ),
  })

const open = 'What everybody can read here. To write in a hub, join it.'

/** One lane; on the page of all lanes it leads to its own page, there to the items that follow. */
function laneHtml({ lane: name, items, next_cursor }: ExplorePage['lanes'][number], alone: Lane | undefined): Html {
  const path = `/explore?lane=${name}`
  const more = next_cursor !== undefined
  return block(
    name,
    laneTitles[name],
    html`${itemList(items, 'Nothing here yet.')}${alone !== undefined && more && html`<p class="small"><a rel="next" href="${path}&cursor=${next_cursor}">Older ones</a></p>\n`}`,
    alone === undefined && more && html`<a class="small" href="${path}">All of them</a>`,
  )
}

const publicHubs = ({ hubs }: ExplorePage, asked: PageAsked): Html =>
  sidePart(
    'hubs',
    'Public hubs',
    hubs.length === 0
      ? html`<p class="soft">None yet.</p>`
      : html`<ul class="list">
${hubs.map((hub) => html`<li><div class="grow"><p class="row"><a href="/h/${hub.slug}">${titleHtml(hub.title)}</a></p><p>${counted(hub.members_count, 'member')}, ${time(hub.updated)}</p></div>${hub.joins && asked.me && actForm(asked, { act: 'ui_join_hub', fields: { hub: hub.slug }, what: oneLine(hub.title) }, button(html`Join<span class="hide"> ${titleHtml(hub.title)}</span>`, { look: 'plain' }))}</li>\n`)}</ul>`,
  )

/** On the page of all lanes each item appears once, in the first lane that has it. A lane without items is omitted. */
function eachOnce({ lanes: all }: ExplorePage, lane: Lane | undefined): ExplorePage['lanes'] {
  if (lane !== undefined) return all
  const seen = new Set<string>()
  return all.flatMap((one) => {
    const items = one.items.filter(({ id }) => !seen.has(id)).slice(0, shownOfLane)
    for (const { id } of items) seen.add(id)
    return items.length > 0 ? [{ ...one, items }] : []
  })
}

const lanes = Object.keys(laneTitles) as Lane[]
/** items per lane on the page of all lanes */
const shownOfLane = 8
