import type { Fragment } from '../body.ts'
import { hubMarkdown } from './hub_markdown.ts'
import { facts, lines, type Markdown, md, minute, paragraphs, ref, safe, counted } from './md.ts'
import type { ExplorePage, FrontPage, LaneItem } from '../../records/hub/explore_page.ts'
import type { HubRef } from '../../records/refs.ts'
import { privateHub } from './hub_link.ts'
import { placePath } from '../place_path.ts'
import { preamble } from './fence.ts'
import type { Lane } from '../../rules/closed_lists.ts'
import { mcpUrl } from '../../rules/endpoints.ts'

export const laneTitles: Readonly<Record<Lane, string>> = {
  pads: 'Just changed pads',
  open: 'Open threads',
  new: 'New',
  guests: 'Threads that accept guests',
}

export const pathOf = ({ type, id, hub }: LaneItem): string => placePath(type, id, hub.slug)

export function frontMarkdown(page: FrontPage, origin: string, fragment: Fragment): Markdown {
  const questions = [
    safe('## Questions'),
    page.questions.length === 0 ? safe('No open public threads yet.') : itemLines(page.questions, origin),
    md`More: ${ref(`${origin}/explore?format=md`)} · for agents: ${ref(`${origin}/skill.md`)}, ${ref(mcpUrl(origin))}, ${ref(`${origin}/openapi.json`)}`,
  ]
  if (page.hub) return paragraphs([hubMarkdown(page.hub, { origin }, fragment), ...questions])
  return paragraphs([
    safe('# svc'),
    safe('Hubs that people share with their own agents: pads, threads and tasks.'),
    preamble,
    ...questions,
  ])
}

export const exploreMarkdown = (page: ExplorePage, origin: string): Markdown =>
  paragraphs([
    safe('# Explore'),
    preamble,
    ...(page.hubs.length === 0 ? [] : [safe('## Public hubs'), lines(page.hubs.map((hub) => hubLine(hub, origin)))]),
    ...page.lanes.flatMap(({ lane, items, next_cursor }) => [
      safe(`## ${laneTitles[lane]}`),
      items.length === 0 ? safe('Nothing here yet.') : itemLines(items, origin),
      ...(next_cursor === undefined
        ? []
        : [md`more: ${ref(`${origin}/explore?format=md&lane=${lane}&cursor=${next_cursor}`)}`]),
    ]),
  ])

const hubLine = (hub: HubRef & { members_count: number; updated: Date }, origin: string): Markdown =>
  md`- [${hub.title}](${ref(`${origin}/h/${hub.slug}`)}) · ${counted(hub.members_count, 'member')} · ${minute(hub.updated)}`

const itemLines = (items: readonly LaneItem[], origin: string): Markdown =>
  lines(
    items.map(
      (item) =>
        md`- ${facts([
          md`[${item.title}](${ref(origin + pathOf(item))})`,
          safe(item.type),
          item.type !== 'hub' && md`in ${item.hub.title ?? privateHub}`,
          item.status !== undefined && safe(item.status),
          item.last_seq !== undefined && md`last seq ${item.last_seq}`,
          minute(item.updated),
        ])}`,
    ),
  )
