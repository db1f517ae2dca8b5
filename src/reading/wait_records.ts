import type { DmAskedRow, JoinRow, ReportedRow, ResultRow, TakeoverRow } from '../../sql/reads/waits/among_people.ts'
import type {
  DecisionAskedRow,
  FlagRow,
  SectionColumns,
  SuggestionRow,
  ThreadColumns,
} from '../../sql/reads/waits/on_pads.ts'
import { hubOf as hubOfRow } from '../../sql/reads/hub_of.ts'
import type { HubColumns } from '../../sql/reads/visible.ts'
import type { OpenWait } from '../../sql/reads/waits/open.ts'
import { clip } from '../render/budget.ts'
import type { PadRef } from '../render/model.ts'
import type { HubSeen } from '../records/hub_seen.ts'
import type {
  DecisionWait,
  DmRequestWait,
  FlagWait,
  JoinWait,
  ReportWait,
  ResultWait,
  SectionRef,
  SuggestionWait,
  TakeoverWait,
  ThreadRef,
} from '../render/waits.ts'
import { reads } from '../rules/limits.ts'
import { headingOf } from '../text/blocks.ts'
import { introduction, introductionId } from '../text/sections.ts'
import { untrusted } from '../text/untrusted.ts'
import { personOf } from './person.ts'

/** What a reader is told about, named. */
export interface Seen {
  readonly reach: ReadonlySet<string>
  readonly publicOn: boolean
}

type RecordOf<One> = Omit<One, 'items' | 'at'>

export type WaitRecord =
  | RecordOf<SuggestionWait>
  | RecordOf<DecisionWait>
  | RecordOf<ResultWait>
  | RecordOf<JoinWait>
  | RecordOf<FlagWait>
  | RecordOf<TakeoverWait>
  | RecordOf<ReportWait>
  | RecordOf<DmRequestWait>

export function suggestion(row: SuggestionRow, seen: Seen): RecordOf<SuggestionWait> {
  const changed = row.changed ? clip(untrusted(row.changed), reads.waits.changeCharacters) : undefined
  return {
    kind: 'suggestion',
    edit_id: row.record,
    ...authorAndHub(row, seen),
    ...(row.host !== null && { host: row.host }),
    pad: padOf(row),
    sections: (row.sections ?? []).flatMap((section) => sectionOf(row.pad_id, section) ?? []),
    ...(row.suggested_title !== null && { title: untrusted(row.suggested_title) }),
    ...(changed && { changed: changed.text, ...(changed.of !== undefined && { changed_cut: true }) }),
    ...(row.note !== null && { note: untrusted(row.note) }),
    ...(row.goes_in_at && { goes_in_at: row.goes_in_at }),
    ...threadOf(row),
    ...(row.mode === 'checked' && !row.keeps && { checks: true }),
  }
}

export const decision = (row: DecisionAskedRow, seen: Seen): RecordOf<DecisionWait> => ({
  kind: 'decision',
  decision_id: row.record,
  ...authorAndHub(row, seen),
  ...(row.host !== null && { host: row.host }),
  pad: padOf(row),
  ...anchorOf(row),
  text: untrusted(row.text),
  ...(row.reason !== null && { reason: untrusted(row.reason) }),
  options: row.options.map(untrusted),
  ...threadOf(row),
})

export const flag = (row: FlagRow, seen: Seen): RecordOf<FlagWait> => ({
  kind: 'flag',
  ...authorAndHub(row, seen),
  thread: talkOf(row),
  pad: padOf(row),
  ...anchorOf(row),
  ...(row.source !== null && { source: untrusted(row.source) }),
  answered: row.answered,
  ...(row.dispute === 'unresolved' && { unresolved: true }),
  settles: row.keeps,
})

export const result = (row: ResultRow, seen: Seen): RecordOf<ResultWait> => ({
  kind: 'result',
  task_id: row.record,
  ...authorAndHub(row, seen),
  title: untrusted(row.title),
  thread: talkOf(row),
  ...(row.summary !== null && { summary: untrusted(row.summary) }),
  ...(row.link !== null && { link: untrusted(row.link) }),
  ...(row.pad_id !== null && { pad: { id: row.pad_id, title: untrusted(row.pad_title ?? '') } }),
  ...(row.edit_id !== null && { edit_id: row.edit_id }),
})

export const join = (row: JoinRow, seen: Seen): RecordOf<JoinWait> => ({
  kind: 'join',
  ...authorAndHub(row, seen),
  ...threadOf(row),
  ...(row.note !== null && { note: untrusted(row.note) }),
})

export const takeover = (row: TakeoverRow, seen: Seen): RecordOf<TakeoverWait> => ({
  kind: 'takeover',
  ...authorAndHub(row, seen),
  takes_effect_at: row.takes_effect_at,
})

export const report = (row: ReportedRow, seen: Seen, { reports }: OpenWait): RecordOf<ReportWait> => ({
  kind: 'report',
  ...authorAndHub(row, seen),
  target: {
    type: row.target_type,
    id: row.record,
    ...(row.title !== null && { title: untrusted(row.title) }),
    ...(row.said !== null && { said: untrusted(row.said) }),
    ...(row.author && { author: personOf(row.author, seen.reach) }),
    ...(row.thread_id !== null && { thread_id: row.thread_id }),
  },
  reason: row.reason,
  reports: new Set(reports).size,
  ...(row.note !== null && { note: untrusted(row.note) }),
  ...(row.covered && { covered: true }),
})

export const dmRequest = (row: DmAskedRow, { reach }: Seen): RecordOf<DmRequestWait> => ({
  kind: 'dm_request',
  dm_id: row.record,
  by: personOf(row.by, reach),
  ...(row.said !== null && { said: untrusted(row.said) }),
})

const authorAndHub = (row: HubColumns & { readonly by: Parameters<typeof personOf>[0] }, seen: Seen) => ({
  by: personOf(row.by, seen.reach),
  hub: hubOf(row, seen),
})

export const hubOf = (row: HubColumns, { publicOn }: Seen): HubSeen => hubOfRow(row, publicOn)

const padOf = (row: { readonly pad_id: string; readonly pad_title: string }): PadRef => ({
  id: row.pad_id,
  title: untrusted(row.pad_title),
})

const talkOf = ({ thread_id, thread_title, posts }: ThreadColumns): ThreadRef => ({
  id: thread_id ?? '',
  title: untrusted(thread_title ?? ''),
  posts: posts ?? 0,
})

const threadOf = (row: ThreadColumns): { thread?: ThreadRef } => (row.thread_id === null ? {} : { thread: talkOf(row) })

/** A section that no version has yet has no heading to name it by. */
export function sectionOf(pad: string, { id, text }: SectionColumns): SectionRef | undefined {
  if (text === null) return id === introductionId(pad) ? { id, heading: untrusted(introduction) } : undefined
  return { id, heading: untrusted(headingOf(text)?.words ?? introduction) }
}

function anchorOf(row: {
  readonly pad_id: string
  readonly section_id: string | null
  readonly heading: string | null
}) {
  const section = row.section_id === null ? undefined : sectionOf(row.pad_id, { id: row.section_id, text: row.heading })
  return section ? { section } : {}
}
