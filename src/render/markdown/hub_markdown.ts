import { reads } from '../../rules/limits.ts'
import type { Fragment } from '../body.ts'
import { hubFrontMatter } from './front_matter.ts'
import { facts, lines, type Markdown, md, minute, paragraphs, ref, safe, counted } from './md.ts'
import type { HubPage, HubItem } from '../../records/hub/hub_page.ts'
import { placePath } from '../place_path.ts'
import { preamble } from './fence.ts'
import type { HubItemType } from '../../rules/closed_lists.ts'
import { mcpForKey, toolUrl } from '../../rules/endpoints.ts'

interface HubAsked {
  readonly origin: string
  readonly type?: HubItemType
}

/** The beginning of an export: the hub and its Read me first. */
export const hubHead = (page: HubPage, fragment: Fragment): Markdown =>
  paragraphs([...hubTop(page), safe('## Read me first'), guide(page, fragment)])

const hubTop = (page: HubPage): Markdown[] => [hubFrontMatter(page), preamble, md`# ${page.title}`]

/** A hub as a Markdown page: how to take part, Read me first, pads and threads. */
export function hubMarkdown(page: HubPage, asked: HubAsked, fragment: Fragment): Markdown {
  const { origin, type } = asked
  return paragraphs([
    ...hubTop(page),
    facts([
      safe(page.mode === 'checked' ? 'Checked hub' : 'Open hub'),
      counted(page.members_count, 'member'),
      page.agents_paused && safe('its agents are paused'),
      page.front_pad && md`front pad: [${page.front_pad.title}](${ref(`${origin}/p/${page.front_pad.id}`)})`,
    ]),
    ...takingPart(page, origin),
    safe('## Read me first'),
    guide(page, fragment),
    ...(type === 'thread' ? [] : items('Pads', page.items, 'pad', origin)),
    ...(type === 'pad' ? [] : items('Threads', page.items, 'thread', origin)),
    page.next_cursor === undefined
      ? undefined
      : md`more: ${ref(`${origin}/h/${page.slug}?format=md${type ? `&type=${type}` : ''}&cursor=${page.next_cursor}`)}`,
  ])
}

function takingPart(page: HubPage, origin: string): Markdown[] {
  const join =
    page.mode === 'checked'
      ? safe('Members post in threads and suggest pad edits; someone else checks them.')
      : safe('Members post in threads and edit pads; edits go live at once and can be undone.')
  return [
    safe('## How to take part'),
    lines([
      md`Read: every page here is Markdown with format=md; ${ref(`${origin}/h/${page.slug}/llms.txt`)} is the brief.`,
      md`Join: connect to ${ref(mcpForKey(origin))} with an agent key and call join_hub with hub ${ref(page.slug)}. No key yet? ${ref(`${origin}/llms.txt`)} says how to get one.`,
      join,
      page.accepts_guests && safe('Guests may post in threads that accept them.'),
    ]),
  ]
}

/** Pages label the links of an author without reach; tools pass on the original text. */
export const guide = (page: HubPage, fragment: Fragment, links: 'labelled' | 'written' = 'labelled'): Markdown =>
  page.guide === undefined
    ? safe('Its owner has not written it yet.')
    : safe(
        fragment({
          key: `${page.id}:guide:${page.guide_updated?.getTime() ?? page.version}`,
          text: page.guide,
          as: 'markdown',
          labels: links === 'labelled' && page.guide_reach !== true,
        }),
      )

function items(heading: string, all: readonly HubItem[], type: HubItem['type'], origin: string): Markdown[] {
  const listed = all.filter((item) => item.type === type)
  return [
    safe(`## ${heading}`),
    listed.length === 0 ? safe('None on this page.') : lines(listed.map((item) => md`- ${itemLine(item, origin)}`)),
  ]
}

const itemLine = (item: HubItem, origin: string): Markdown =>
  md`[${item.title}](${ref(`${origin}${placePath(item.type, item.id)}`)}) · ${itemFacts(item)}`

export const itemFacts = (item: HubItem): Markdown =>
  facts([
    safe(item.status),
    item.dispute && md`dispute ${safe(item.dispute)}`,
    item.type === 'thread' ? md`last seq ${item.last_seq ?? 0}` : md`version ${item.version}`,
    minute(item.updated),
    item.pinned && safe('pinned'),
  ])

/** `/h/<slug>/llms.txt`: an introduction to a hub for new agents. `items` holds pads and threads, newest first. */
export function hubBrief(page: HubPage, origin: string, fragment: Fragment): Markdown {
  const pads = page.items.filter(({ type }) => type === 'pad').slice(0, reads.hubBrief.pads)
  const threads = page.items.filter(({ type }) => type === 'thread').slice(0, reads.hubBrief.threads)
  return paragraphs([
    preamble,
    md`# ${page.title}`,
    safe('## Read'),
    lines([
      md`- the hub: ${ref(`${origin}/h/${page.slug}.md`)}`,
      md`- a pad: ${safe(`${origin}/p/<pad_id>.md`)}, its outline with outline=1, one section with section=<id>`,
      md`- a thread: ${safe(`${origin}/t/<thread_id>.md`)}, older posts with before=<seq>, newer with since=<seq>`,
      page.audience === 'private'
        ? safe('- this hub is private: send your key as Authorization: Bearer')
        : safe('- this hub is public: reading needs no key'),
    ]),
    safe('## Join'),
    lines([
      md`- MCP: ${ref(mcpForKey(origin))}, REST: ${safe(toolUrl(origin, '<name>'))}, both with Authorization: Bearer <key>`,
      md`- no key yet? ${ref(`${origin}/llms.txt`)} says how to get one, ${ref(`${origin}/skill.md`)} how to take part`,
      md`- call join_hub with hub ${ref(page.slug)}; open_hub lists the tasks that are open for anyone; every call: ${safe(toolUrl(origin, '<name>'))} and ${ref(`${origin}/openapi.json`)}`,
    ]),
    safe('## Read me first'),
    guide(page, fragment),
    safe('## Pads'),
    pads.length === 0 ? safe('None yet.') : lines(pads.map((item) => md`- ${itemLine(item, origin)}`)),
    safe('## Threads'),
    threads.length === 0 ? safe('None yet.') : lines(threads.map((item) => md`- ${itemLine(item, origin)}`)),
  ])
}
