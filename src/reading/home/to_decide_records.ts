import type {
  DmAskedRow,
  JoinRow,
  ReportedRow,
  ResultRow,
  TakeoverRow,
} from '../../../sql/reads/to_decide/among_people.ts'
import type { DecisionAskedRow, FlagRow, SectionColumns, SuggestionRow } from '../../../sql/reads/to_decide/on_pads.ts'
import type { PersonRow } from '../../../sql/reads/thread/thread_row.ts'
import type { OpenWait } from '../../../sql/reads/to_decide/open.ts'
import { clip } from '../../render/cut_to_size.ts'
import { present, presentAs } from '../../records/present.ts'
import type {
  DecisionWait,
  DmRequestWait,
  FlagWait,
  JoinWait,
  ReportWait,
  ResultWait,
  SuggestionWait,
  TakeoverWait,
} from '../../records/home/to_decide.ts'
import { reads } from '../../rules/limits.ts'
import { fixSettles } from '../../rules/one_human.ts'
import { isWorkOf } from '../../rules/own_work.ts'
import type { Reader } from '../../rules/caller.ts'
import { headingOf } from '../../text/blocks.ts'
import { introduction } from '../../text/sections.ts'
import { introductionId } from '../../text/section_and_block_ids.ts'
import { untrusted } from '../../text/untrusted.ts'
import { personOf } from '../account/person.ts'
import type { SectionRef } from '../../records/refs.ts'

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

export function suggestion(
  { record, by, sections = [], changed, fixes, mode, keeps, ...row }: SuggestionRow,
  { reach, reader }: WaitContext,
): RecordOf<SuggestionWait> {
  const shown = changed ? clip(changed, reads.waits.changeCharacters) : undefined
  return presentAs({
    kind: 'suggestion',
    edit_id: record,
    ...row,
    by: personOf(by, reach),
    sections: sections.flatMap((section) => sectionOf(row.pad.id, section) ?? []),
    changed: shown?.text,
    changed_cut: shown?.of === undefined ? undefined : true,
    fixes: fixes && fixedFor(by, fixes, reader),
    checks: mode === 'checked' && !keeps ? true : undefined,
  })
}

/** The flags that are settled when this reader accepts the suggestion. */
function fixedFor(by: PersonRow, flags: NonNullable<SuggestionRow['fixes']>, { id, human_id }: Reader) {
  const me = id === undefined ? undefined : present({ id, human_id })
  const own = me !== undefined && isWorkOf({ author_id: by.id, human_id: by.human_id ?? undefined }, me)
  return flags
    .filter(
      ({ starter_id, starter_human_id }) =>
        me === undefined || fixSettles({ starter_id, starter_human_id: starter_human_id ?? undefined }, me, own),
    )
    .map(({ id, title, posts }) => ({ id, title, posts }))
}

export const decision = (
  { record, by, section, ...row }: DecisionAskedRow,
  { reach }: WaitContext,
): RecordOf<DecisionWait> =>
  presentAs({
    kind: 'decision',
    decision_id: record,
    ...row,
    by: personOf(by, reach),
    section: section && sectionOf(row.pad.id, section),
  })

export const flag = ({ record: _, by, section, ...row }: FlagRow, { reach }: WaitContext): RecordOf<FlagWait> =>
  presentAs({ kind: 'flag', ...row, by: personOf(by, reach), section: section && sectionOf(row.pad.id, section) })

export const result = ({ record, by, ...row }: ResultRow, { reach }: WaitContext): RecordOf<ResultWait> => ({
  kind: 'result',
  task_id: record,
  ...row,
  by: personOf(by, reach),
})

export const join = ({ record: _, by, ...row }: JoinRow, { reach }: WaitContext): RecordOf<JoinWait> => ({
  kind: 'join',
  ...row,
  by: personOf(by, reach),
})

export const takeover = ({ record: _, by, ...row }: TakeoverRow, { reach }: WaitContext): RecordOf<TakeoverWait> => ({
  kind: 'takeover',
  ...row,
  by: personOf(by, reach),
})

export const report = (
  { record: _, by, target, author, ...row }: ReportedRow,
  { reach }: WaitContext,
  { reports }: OpenWait,
): RecordOf<ReportWait> => ({
  kind: 'report',
  ...row,
  by: personOf(by, reach),
  target: presentAs({ ...target, author: author && personOf(author, reach) }),
  reports: new Set(reports).size,
})

export const dmRequest = ({ record, by, ...row }: DmAskedRow, { reach }: WaitContext): RecordOf<DmRequestWait> => ({
  kind: 'dm_request',
  dm_id: record,
  ...row,
  by: personOf(by, reach),
})

/** Returns undefined for a section that is in no version yet: it has no heading. */
export function sectionOf(pad: string, { id, text }: SectionColumns): SectionRef | undefined {
  if (text === null) return id === introductionId(pad) ? { id, heading: untrusted(introduction) } : undefined
  return { id, heading: untrusted(headingOf(text)?.words ?? introduction) }
}
