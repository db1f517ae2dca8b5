import type { PageAsked } from '../../page_arguments.ts'
import type { HubDesk } from '../../../records/hub/hub_desk.ts'
import { type Html, html, type HtmlInserted } from '../../html.ts'
import { lead, pageTitle, type Tab, tabs, twoColumns } from '../../marks/layout.ts'
import { titleHtml } from '../../marks/names.ts'
import { oneLine } from '../../markdown/md.ts'
import { pageHtml } from '../../shell.ts'

type DeskPlace = 'members' | 'invites' | 'run' | 'log' | 'undo' | 'report'

interface Framed {
  readonly title: string
  readonly lead?: HtmlInserted
  readonly here: DeskPlace
  readonly body: HtmlInserted
}

/** A page of a hub's desk, with tabs of the other ones that this reader may open. */
export const deskPage = (desk: HubDesk, asked: PageAsked, { title, lead: says, here, body }: Framed): Html =>
  pageHtml({
    title: `${title} · ${oneLine(desk.title)}`,
    frame: asked,
    crumbs: [html`<a href="/h/${desk.slug}">${titleHtml(desk.title)}</a>`],
    body: twoColumns(
      html`${pageTitle(title, says !== undefined && lead(says))}${tabs('This hub', placesFor(desk, here))}${body}`,
    ),
  })

function placesFor({ slug, may, seat }: HubDesk, here: DeskPlace): readonly Tab[] {
  const page = (place: DeskPlace, words: string): Tab => ({
    path: `/h/${slug}?${place}`,
    words,
    current: place === here,
  })
  return [
    { path: `/h/${slug}`, words: 'Pads and threads', current: false },
    page('members', 'People'),
    ...(may.invite ? [page('invites', 'Invites')] : []),
    ...(seat === undefined ? [] : [page('run', may.set_guide ? 'Run this hub' : 'How it is run')]),
    ...(may.read_log ? [page('log', 'Log')] : []),
    ...(may.undo_everything ? [page('undo', 'Undo what somebody did')] : []),
  ]
}
