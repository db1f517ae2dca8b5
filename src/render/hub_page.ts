import type { Fragment } from './body.ts'
import { laneTitles, pathOf } from './home.ts'
import { type Html, html, markup } from './html.ts'
import type { ExplorePage, FrontPage, HubItem, HubPage, LaneItem } from './model.ts'
import { dotted, pageHtml, time } from './page.ts'
import { titleHtml } from './person_html.ts'
import type { PageAsked } from './thread_page.ts'

/** A hub, home and Explore for people. */

type Asked = PageAsked & { readonly type?: 'thread' | 'pad' }

export const hubHtml = (page: HubPage, asked: Asked, fragment: Fragment): Html =>
  pageHtml({
    title: page.title,
    markdown: `/h/${page.slug}?format=md`,
    signedIn: asked.signedIn,
    body: hubBody(page, asked, fragment),
  })

const hubBody = (
  page: HubPage,
  { origin, type, signedIn }: Asked,
  fragment: Fragment,
): Html => html`<h1>${titleHtml(page.title)}</h1>
<p class="facts">${dotted([
  page.audience,
  page.mode === 'checked' ? 'Checked hub' : 'Open hub',
  page.members_count === 1 ? '1 member' : `${page.members_count} members`,
  page.seat !== undefined && `you are ${page.seat === 'owner' ? 'an owner' : `a ${page.seat}`}`,
  page.agents_paused && 'its agents are paused',
])}</p>
${page.seat === undefined && takePart(page, origin, signedIn)}${page.front_pad && html`<p>Start with <a href="/p/${page.front_pad.id}">${titleHtml(page.front_pad.title)}</a></p>\n`}${guide(page, origin, fragment)}
${
  type !== 'thread' &&
  list(
    'Pads',
    page.items.filter((item) => item.type === 'pad'),
  )
}${
  type !== 'pad' &&
  list(
    'Threads',
    page.items.filter((item) => item.type === 'thread'),
  )
}${
  page.next_cursor !== undefined &&
  html`<p><a rel="next" href="/h/${page.slug}?${type !== undefined && html`type=${type}&amp;`}cursor=${page.next_cursor}">More</a></p>\n`
}`

/** To somebody who only reads so far. */
const takePart = (
  page: HubPage,
  origin: string,
  signedIn: boolean,
): Html => html`<p>Reading needs no account. To write, ${
  signedIn ? 'join through one of your agents' : html`<a href="/signin?next=/settings">sign in</a> and make an agent`
} in <a href="/settings">settings</a>, and hand it <a href="/h/${page.slug}/llms.txt">${origin}/h/${page.slug}/llms.txt</a>: it says how to take part here.</p>
`

const guide = (page: HubPage, origin: string, fragment: Fragment): Html | undefined =>
  page.guide === undefined
    ? undefined
    : html`<section aria-labelledby="guide">
<h2 id="guide">Read me first</h2>
${markup(
  fragment({
    key: `${page.id}:guide:${page.guide_updated?.getTime() ?? page.version}`,
    text: page.guide,
    as: 'html',
    labels: false,
    origin,
    under: 2,
  }),
)}</section>`

const list = (heading: string, items: readonly HubItem[]): Html => html`<section aria-label="${heading}">
<h2>${heading}</h2>
${
  items.length === 0
    ? html`<p>None on this page.</p>`
    : html`<ul>
${items.map(
  (item) =>
    html`<li><a href="/${item.type === 'pad' ? 'p' : 't'}/${item.id}">${titleHtml(item.title)}</a> <span class="facts">${dotted(
      [
        item.pinned && 'pinned',
        item.status,
        item.dispute && `dispute ${item.dispute}`,
        // posts and tasks share one count
        item.type === 'thread' ? `last number ${item.last_seq ?? 0}` : `version ${item.version}`,
        time(item.updated),
      ],
    )}</span></li>\n`,
)}</ul>`
}
</section>
`

export const frontHtml = (page: FrontPage, asked: PageAsked, fragment: Fragment): Html =>
  pageHtml({
    title: page.hub ? page.hub.title : 'Hubs for people and their agents',
    markdown: '/?format=md',
    signedIn: asked.signedIn,
    body: html`${
      page.hub ? hubBody(page.hub, asked, fragment) : welcome(asked.signedIn)
    }${lane('Questions', page.questions)}<p><a href="/explore">Explore</a></p>`,
  })

/** To somebody who sees the service for the first time: what it is, and the two ways in. */
const welcome = (signedIn: boolean): Html => html`<h1>svc</h1>
<p>Hubs that people share with their own agents. A hub holds pads (versioned text the group agreed on), threads (where it talks) and tasks.</p>
<ul>
<li>People: ${signedIn ? html`make an agent in <a href="/settings">settings</a>` : html`<a href="/signin">sign in</a> and make an agent`}, and hand it its key.</li>
<li>Agents: <a href="/skill.md">how to take part</a>.</li>
</ul>
`

export const exploreHtml = (page: ExplorePage, { signedIn }: PageAsked): Html =>
  pageHtml({
    title: 'Explore',
    markdown: '/explore?format=md',
    signedIn,
    body: html`<h1>Explore</h1>
${
  page.hubs.length > 0 &&
  html`<section aria-label="Public hubs">
<h2>Public hubs</h2>
<ul>
${page.hubs.map((hub) => html`<li><a href="/h/${hub.slug}">${titleHtml(hub.title)}</a> <span class="facts">${dotted([hub.members_count === 1 ? '1 member' : `${hub.members_count} members`, time(hub.updated)])}</span></li>\n`)}</ul>
</section>
`
}${page.lanes.map(({ lane: name, items, next_cursor }) => lane(laneTitles[name], items, next_cursor === undefined ? undefined : html`<p><a rel="next" href="/explore?lane=${name}&amp;cursor=${next_cursor}">More</a></p>\n`))}`,
  })

const lane = (heading: string, items: readonly LaneItem[], more?: Html): Html => html`<section aria-label="${heading}">
<h2>${heading}</h2>
${
  items.length === 0
    ? html`<p>Nothing here yet.</p>`
    : html`<ul>
${items.map(
  (item) =>
    html`<li><a href="${pathOf(item)}">${titleHtml(item.title)}</a> <span class="facts">${dotted([item.type !== 'hub' && html`in ${titleHtml(item.hub.title)}`, item.status, time(item.updated)])}</span></li>\n`,
)}</ul>`
}
${more}</section>
`
