import type { PageAsked } from '../../page_arguments.ts'
import type { HubDesk } from '../../../records/hub/hub_desk.ts'
import { type Html, html, type HtmlInserted } from '../../html.ts'
import { lead, pageTitle, side, twoColumns } from '../../marks/layout.ts'
import { titleHtml } from '../../marks/titles.ts'
import { oneLine } from '../../markdown/md.ts'
import { pageHtml } from '../../shell.ts'

type DeskPlace = 'members' | 'invites' | 'run' | 'log' | 'undo' | 'report'

interface Framed {
  readonly title: string
  readonly lead?: HtmlInserted
  readonly here: DeskPlace
  readonly body: HtmlInserted
}

/** A page of a hub's desk, with links to the other ones that this reader may open. */
export const deskPage = (desk: HubDesk, asked: PageAsked, { title, lead: says, here, body }: Framed): Html =>
  pageHtml({
    title: `${title} · ${oneLine(desk.title)}`,
    frame: asked,
    crumbs: [html`<a href="/h/${desk.slug}">${titleHtml(desk.title)}</a>`],
    body: twoColumns(
      html`${pageTitle(title, says !== undefined && lead(says))}${body}`,
      side(
        'More of this hub',
        html`<nav aria-labelledby="more"><h2 id="more">${titleHtml(desk.title)}</h2>
<ul class="list tight">
<li><a href="/h/${desk.slug}">Pads and threads</a></li>
${placesFor(desk).map(([place, words]) => html`<li><a href="/h/${desk.slug}?${place}"${place === here && html` aria-current="page"`}>${words}</a></li>\n`)}</ul></nav>`,
      ),
    ),
  })

const placesFor = ({ may, seat }: HubDesk): readonly (readonly [DeskPlace, string])[] => [
  ['members', 'People'],
  ...(may.invite ? ([['invites', 'Invites']] as const) : []),
  ...(seat === undefined ? [] : ([['run', may.set_guide ? 'Run this hub' : 'How it is run']] as const)),
  ...(may.read_log ? ([['log', 'Log']] as const) : []),
  ...(may.undo_everything ? ([['undo', 'Undo what somebody did']] as const) : []),
]
