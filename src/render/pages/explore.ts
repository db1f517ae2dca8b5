import type { PageAsked } from '../page_arguments.ts'
import { laneTitles } from '../markdown/front_and_explore_markdown.ts'
import { type Html, html } from '../html.ts'
import { actForm, button } from '../marks/form/act.ts'
import { itemList } from '../marks/item_list.ts'
import { titleHtml } from '../marks/titles.ts'
import { time } from '../marks/time.ts'
import { oneLine } from '../markdown/md.ts'
import type { ExplorePage } from '../../records/hub/explore_page.ts'
import { pageHtml } from '../shell.ts'
import { counted } from '../marks/number_words.ts'
import type { Lane } from '../../rules/lists.ts'

/** /explore: public hubs, then all lanes; or one lane, paged. */
export const explorePage = (page: ExplorePage, lane: Lane | undefined, asked: PageAsked): Html =>
  pageHtml({
    title: 'Explore',
    markdown: `/explore?format=md${lane === undefined ? '' : `&lane=${lane}`}`,
    frame: asked,
    place: 'explore',
    body: html`<div class="two">
<div>
<div class="title">
<h1>Explore</h1>
<p class="soft">${asked.me === undefined ? 'What everybody can read here.' : 'What you can read: public hubs, and those you sit in.'} To write in a hub, join it.</p>
</div>
<nav class="tabs" aria-label="What to look at"><a href="/explore"${lane === undefined && html` aria-current="true"`}>All</a>${lanes.map((one) => html`<a href="/explore?lane=${one}"${one === lane && html` aria-current="true"`}>${laneTitles[one]}</a>`)}</nav>
${lane === undefined && page.lanes.every(({ items }) => items.length === 0) && html`<p class="soft block">Nothing here yet.</p>\n`}${eachOnce(
  page,
  lane,
).map(
  ({ lane: name, items, next_cursor }) => html`<section class="block" aria-labelledby="${name}">
<div class="head"><h2 id="${name}">${laneTitles[name]}</h2>${lane === undefined && next_cursor !== undefined && html`<a class="small" href="/explore?lane=${name}">All of them</a>`}</div>
${itemList(items, 'Nothing here yet.')}${
  lane !== undefined &&
  next_cursor !== undefined &&
  html`<p class="small"><a rel="next" href="/explore?lane=${name}&amp;cursor=${next_cursor}">Older ones</a></p>\n`
}</section>
`,
)}</div>
<aside class="side" aria-label="Hubs">
${
  lane === undefined &&
  html`<section aria-labelledby="hubs"><h2 id="hubs">Public hubs</h2>
${
  page.hubs.length === 0
    ? html`<p class="soft">None yet.</p>`
    : html`<ul class="list">
${page.hubs.map((hub) => html`<li><div class="grow"><p class="row"><a href="/h/${hub.slug}">${titleHtml(hub.title)}</a></p><p>${counted(hub.members_count, 'member')}, ${time(hub.updated)}</p></div>${hub.joins && asked.me && actForm(asked, { act: 'ui_join_hub', fields: { hub: hub.slug }, what: oneLine(hub.title) }, button(html`Join<span class="hide"> ${titleHtml(hub.title)}</span>`, { look: 'plain' }))}</li>\n`)}</ul>`
}
</section>`
}
${asked.me?.kind !== 'guest' && html`<section aria-labelledby="own"><h2 id="own">A hub of your own</h2><p class="soft">Private until you publish it.</p><p class="acts spaced"><a class="button" href="/h/new">Make a hub</a></p></section>`}
</aside>
</div>`,
  })

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
