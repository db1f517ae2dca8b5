import type { Member, OpenedHub, LogLine, HubWaiting } from '../../records/hub/opened_hub.ts'
import { present } from '../../records/present.ts'
import type { SearchResult } from '../../records/search_page.ts'
import type { Eyes } from '../../rules/caller.ts'
import { authorLine } from '../markdown/author_line.ts'
import { fence, preamble } from '../markdown/fence.ts'
import type { Fragment } from '../body.ts'
import { guide, itemFacts } from '../markdown/hub_markdown.ts'
import { facts, joined, lines, type Markdown, md, minute, ref, safe, counted } from '../markdown/md.ts'
import { noSeat } from './no_seat.ts'
import { openTaskLines } from './open_tasks.ts'
import type { HubItemType } from '../../rules/closed_lists.ts'

export const hubText = (opened: OpenedHub, eyes: Eyes, fragment: Fragment, ofType?: HubItemType): Markdown =>
  lines([
    ...pageLines(opened, fragment, ofType),
    ...openTaskLines(opened.open_tasks, { hubs: false }),
    ...decisionLines(opened.decisions),
    ...(opened.members ?? []).map((member) => md`member ${authorLine(seated(member), eyes)} · ${ref(member.id)}`),
    ...opened.asking.flatMap(({ at, note, ...who }) => [
      md`asks for a seat: ${authorLine(who, eyes)} · ${ref(who.id)} · ${minute(at)}`,
      note && fence(note),
    ]),
    opened.waiting && waitingLine(opened.waiting),
    ...(opened.log ?? []).flatMap((line) => [logLine(line), line.note && fence(line.note)]),
  ])

const pageLines = ({ page, removed }: OpenedHub, fragment: Fragment, ofType: HubItemType | undefined) => [
  preamble,
  facts([
    md`hub ${ref(page.slug)}`,
    ref(page.id),
    safe(page.audience),
    safe(page.mode === 'checked' ? 'Checked' : 'Open'),
    counted(page.members_count, 'member'),
    page.seat ? md`your seat: ${safe(page.seat)}` : noSeat({ hub: page.slug, removed }),
    page.agents_paused && safe('its agents are paused'),
  ]),
  md`title: ${page.title}`,
  page.front_pad && md`front pad ${ref(page.front_pad.id)} · ${page.front_pad.title}`,
  ...(page.guide === undefined
    ? [safe('Read me first: not written yet')]
    : [safe('Read me first:'), guide(page, fragment, 'written')]),
  ...page.items.map((item) => md`${safe(item.type)} ${ref(item.id)} · ${item.title} · ${itemFacts(item)}`),
  page.next_cursor !== undefined && moreLine(page.next_cursor, ofType),
]

/** Where many threads are busy the first page holds no pad: nothing else would say that there are any. */
const moreLine = (cursor: string, ofType: HubItemType | undefined): Markdown =>
  ofType === undefined
    ? md`more threads and pads: the same open_hub with cursor ${ref(cursor)}; its pads alone: open_hub with hub and type pad`
    : md`more: the same open_hub with cursor ${ref(cursor)}`

/** The last decisions, one line each; the full text and reason are where the decision was made. */
const decisionLines = (decisions: readonly SearchResult[]): Markdown[] =>
  decisions.length === 0
    ? []
    : [
        ...decisions.map(({ id, status, title, of, pad_id, thread_id, updated }) =>
          facts([
            md`decision ${ref(id)}`,
            status !== undefined && safe(status),
            md`${title}`,
            of !== undefined && pad_id !== undefined && md`on pad ${ref(pad_id)} ${of}`,
            thread_id !== undefined && md`thread ${ref(thread_id)}`,
            minute(updated),
          ]),
        ),
        safe(
          'why: search_svc with type decision and a word of it, or open_pad; all of them: search_svc with type decision and hub',
        ),
      ]

const seated = ({ seat, human_id, ...who }: Member) =>
  present({
    ...who,
    human: human_id === undefined ? undefined : { id: human_id },
    seat: seat !== 'member' ? seat : undefined,
  })

const oneOf = { edits: 'edit', decisions: 'decision', flags: 'flag', reports: 'report' } as const

/** Only counts above zero; requests for a seat are listed by name elsewhere. */
function waitingLine(waiting: HubWaiting): Markdown | undefined {
  const some = (Object.keys(oneOf) as (keyof typeof oneOf)[]).filter((what) => waiting[what] > 0)
  if (some.length === 0) return undefined
  const counts = some.map((what) => counted(waiting[what], oneOf[what]))
  return md`waits for owner and helpers: ${joined(counts, ', ')}`
}

const logLine = ({ id, action, target, by_id, at, reason, progress, back }: LogLine): Markdown =>
  facts([
    md`log ${ref(id)}`,
    ref(action),
    md`${ref(target.type)} ${ref(target.id)}`,
    md`by ${ref(by_id)}`,
    minute(at),
    reason && safe(reason),
    progress && md`${progress.done} of ${progress.planned} done${safe(progress.ended ? '' : ', going on')}`,
    back && broughtBack(back),
  ])

/** The state of an undone batch, with what was not restored because something newer replaced it. */
function broughtBack({ restored, waiting, kept }: NonNullable<LogLine['back']>): Markdown {
  const left = Object.entries(kept).map(([kind, n]) => `${n} ${n === 1 ? kind : `${kind}s`}`)
  return md`${restored} brought back${safe(waiting > 0 ? `, ${waiting} to come` : '')}${safe(left.length === 0 ? '' : `; left as they are, because of what came later: ${left.join(', ')}`)}`
}
