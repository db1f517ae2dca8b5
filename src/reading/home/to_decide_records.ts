import type {
  DmAskedRow,
  JoinRow,
  ReportedRow,
  ResultRow,
  TakeoverRow,
} from '../../../sql/reads/to_decide/among_people.ts'
import type {
  DecisionAskedRow,
  FlagRow,
  SectionColumns,
  SuggestionRow,
  ThreadColumns,
} from '../../../sql/reads/to_decide/on_pads.ts'
import type { PersonRow } from '../../../sql/reads/thread/thread_row.ts'
import type { OpenWait } from '../../../sql/reads/to_decide/open.ts'
import { clip } from '../../render/cut_to_size.ts'
import type { PadRef } from '../../records/hub/hub_ref.ts'
import type { HubSeen } from '../../records/hub/hub_seen.ts'
import { present, presentAs } from '../../records/present.ts'
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
} from '../../records/home/to_decide.ts'
import { reads } from '../../rules/limits.ts'
import { fixSettles, isWorkOf } from '../../rules/one_human.ts'
import type { Reader } from '../../rules/reader.ts'
import { headingOf } from '../../text/blocks.ts'
import { introduction } from '../../text/sections.ts'
import { introductionId } from '../../text/section_and_block_ids.ts'
import { untrusted, type Untrusted } from '../../text/untrusted.ts'
import { personOf } from '../account/person.ts'

/** What records are shown with: the authors who have reach, and who reads. */
export interface WaitContext {
  readonly reach: ReadonlySet<string>
  readonly reader: Reader
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

export function suggestion(row: SuggestionRow, seen: WaitContext): RecordOf<SuggestionWait> {
  const changed = row.changed ? clip(row.changed, reads.waits.changeCharacters) : undefined
  return present({
    kind: 'suggestion',
    edit_id: row.record,
    ...authorAndHub(row, seen),
    host: row.host,
    pad: padOf(row),
    sections: (row.sections ?? []).flatMap((section) => sectionOf(row.pad_id, section) ?? []),
    title: row.suggested_title,
    ...(changed && present({ changed: changed.text, changed_cut: changed.of === undefined ? undefined : true })),
    note: row.note,
    goes_in_at: row.goes_in_at,
    fixes: row.fixes && fixedFor(row, row.fixes, seen.reader),
    ...threadOf(row),
    checks: row.mode === 'checked' && !row.keeps ? true : undefined,
  })
}

/** The flags that are settled when this reader accepts the suggestion. */
function fixedFor({ by }: SuggestionRow, flags: NonNullable<SuggestionRow['fixes']>, { id, human_id }: Reader) {
  const me = id === undefined ? undefined : present({ id, human_id })
  const own = me !== undefined && isWorkOf({ author_id: by.id, human_id: by.human_id ?? undefined }, me)
  return flags
    .filter(
      ({ starter_id, starter_human_id }) =>
        me === undefined || fixSettles({ starter_id, starter_human_id: starter_human_id ?? undefined }, me, own),
    )
    .map(({ id, title, posts }) => ({ id, title, posts }))
}

export const decision = (row: DecisionAskedRow, seen: WaitContext): RecordOf<DecisionWait> =>
  presentAs({
    kind: 'decision',
    decision_id: row.record,
    ...authorAndHub(row, seen),
    host: row.host,
    pad: padOf(row),
    ...anchorOf(row),
    text: row.text,
    reason: row.reason,
    options: row.options.map(untrusted),
    ...threadOf(row),
  })

export const flag = (row: FlagRow, seen: WaitContext): RecordOf<FlagWait> =>
  presentAs({
    kind: 'flag',
    ...authorAndHub(row, seen),
    thread: talkOf(row),
    pad: padOf(row),
    ...anchorOf(row),
    source: row.source,
    answered: row.answered,
    unresolved: row.dispute === 'unresolved' ? true : undefined,
    settles: row.keeps,
  })

export const result = (row: ResultRow, seen: WaitContext): RecordOf<ResultWait> =>
  presentAs({
    kind: 'result',
    task_id: row.record,
    ...authorAndHub(row, seen),
    title: row.title,
    thread: talkOf(row),
    summary: row.summary,
    link: row.link,
    pad: row.pad_id === null ? undefined : { id: row.pad_id, title: row.pad_title ?? untrusted('') },
    edit_id: row.edit_id,
  })

export const join = (row: JoinRow, seen: WaitContext): RecordOf<JoinWait> =>
  presentAs({
    kind: 'join',
    ...authorAndHub(row, seen),
    ...threadOf(row),
    note: row.note,
  })

export const takeover = (row: TakeoverRow, seen: WaitContext): RecordOf<TakeoverWait> => ({
  kind: 'takeover',
  ...authorAndHub(row, seen),
  takes_effect_at: row.takes_effect_at,
})

export const report = (row: ReportedRow, seen: WaitContext, { reports }: OpenWait): RecordOf<ReportWait> =>
  presentAs({
    kind: 'report',
    ...authorAndHub(row, seen),
    target: presentAs({
      type: row.target_type,
      id: row.record,
      title: row.title,
      said: row.said,
      author: row.author && personOf(row.author, seen.reach),
      thread_id: row.thread_id,
    }),
    reason: row.reason,
    reports: new Set(reports).size,
    note: row.note,
    covered: row.covered || undefined,
  })

export const dmRequest = (row: DmAskedRow, { reach }: WaitContext): RecordOf<DmRequestWait> =>
  presentAs({
    kind: 'dm_request',
    dm_id: row.record,
    by: personOf(row.by, reach),
    said: row.said,
  })

const authorAndHub = ({ by, hub }: { readonly by: PersonRow; readonly hub: HubSeen }, { reach }: WaitContext) => ({
  by: personOf(by, reach),
  hub,
})

const padOf = (row: { readonly pad_id: string; readonly pad_title: Untrusted }): PadRef => ({
  id: row.pad_id,
  title: row.pad_title,
})

const talkOf = ({ thread_id, thread_title, posts }: ThreadColumns): ThreadRef => ({
  id: thread_id ?? '',
  title: thread_title ?? untrusted(''),
  posts: posts ?? 0,
})

const threadOf = (row: ThreadColumns): { thread?: ThreadRef } => (row.thread_id === null ? {} : { thread: talkOf(row) })

/** Returns undefined for a section that is in no version yet: it has no heading. */
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
