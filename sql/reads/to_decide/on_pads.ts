import type {
  DecisionWait,
  FlagWait,
  SuggestionWait,
  CountedThread,
  Wait,
} from '../../../src/records/home/to_decide.ts'
import type { Mode } from '../../../src/rules/hub_mode.ts'
import { reads } from '../../../src/rules/limits.ts'
import type { Reader } from '../../../src/rules/caller.ts'
import { type Query, type Sql, records } from '../../client.ts'
import { byId } from '../by_id.ts'
import { postsMade, unsettled } from '../thread/thread_parts.ts'
import { keeperOrNot } from '../thread/shown_posts.ts'
import type { PersonRow } from '../thread/thread_row.ts'
import { hubSeen, keepsHub, readablePad, readableThread } from '../may_read/readable_rows.ts'

// the waits are those that `openWaits` found for the reader: which are theirs is not asked here again

/** A wait as it is read: its author is a row, and the fields `Made` are made from other columns. */
export type WaitRow<Shown extends Wait, Made extends keyof Shown = never> = Omit<
  Shown,
  'kind' | 'items' | 'at' | 'by' | Made
> & {
  readonly record: string
  readonly by: PersonRow
}

export interface SectionColumns {
  readonly id: string
  /** of the heading line; null in the Introduction and for a section that is only suggested */
  readonly text: string | null
}

const pad = (sql: Sql): Query => sql`json_build_object('id', pad.id, 'title', pad.title) as pad`

/** The column `thread`, a CountedThread as JSON; null where none is joined as `talk`. */
export const thread = (sql: Sql): Query => sql`case when talk.id is not null then
  json_build_object('id', talk.id, 'title', talk.title, 'posts', ${postsMade(sql, sql`talk`)}) end as thread`

/** A section of `pad` with the newest text of its heading. */
const section = (sql: Sql, id: Query): Query => sql`json_build_object('id', ${id}, 'text', (
  select text from block_text where block_text.pad_id = pad.id and block_id = ${id} order by rev desc limit 1))`

/** A thread that the reader may not open is not named. */
const talk = (sql: Sql, reader: Reader, named: Query): Query => sql`
  left join lateral (
    select thread.* from ${byId(sql, 'thread', named)} where thread.hub_id = hub.id and ${readableThread(sql, reader)}) talk on true`

/** An open flag of a section that a suggestion changes. */
interface FlagFixed extends CountedThread {
  readonly starter_id: string
  readonly starter_human_id: string | null
}

export interface SuggestionRow
  extends WaitRow<SuggestionWait, 'edit_id' | 'sections' | 'changed_cut' | 'fixes' | 'checks'> {
  readonly sections?: readonly SectionColumns[]
  readonly fixes?: readonly FlagFixed[]
  /** members check in a Checked hub, and answer in an Open one */
  readonly mode: Mode
  readonly keeps: boolean
}

export const suggestionsAsked = (sql: Sql, ids: readonly string[], reader: Reader): Promise<readonly SuggestionRow[]> =>
  records(sql`
    select edit.id as record, ${pad(sql)}, ${hubSeen(sql, reader)}, ${thread(sql)},
      ${keeperOrNot(sql, sql`author`, sql`human`)} as by, edit.host, edit.title,
      left(edit.changed, ${reads.waits.changeCharacters + 1}) as changed, edit.note, edit.goes_in_at, hub.mode,
      ${keepsHub(sql, reader)} as keeps,
      (select json_agg(${section(sql, sql`id`)} order by place)
        from unnest(edit.section_ids[:${reads.waits.sections}]) with ordinality named (id, place)) as sections,
      (select json_agg(json_build_object('id', thread.id, 'title', thread.title, 'posts', ${postsMade(sql, sql`thread`)},
          'starter_id', thread.starter_id, 'starter_human_id', thread.starter_human_id) order by thread.id)
        from thread where thread.about_pad_id = pad.id and thread.about_section_id = any(edit.section_ids)
          and ${unsettled(sql)} and ${readableThread(sql, reader)}) as fixes
    from edit join pad on pad.id = edit.pad_id join hub on hub.id = edit.hub_id
    join participant author on author.id = edit.author_id
    left join participant human on human.id = edit.human_id
    ${talk(sql, reader, sql`edit.thread_id`)}
    where edit.id = any(${ids}::text[])`)

export interface DecisionAskedRow extends WaitRow<DecisionWait, 'decision_id' | 'section'> {
  readonly section?: SectionColumns
}

export const decisionsAsked = (
  sql: Sql,
  ids: readonly string[],
  reader: Reader,
): Promise<readonly DecisionAskedRow[]> =>
  records(sql`
    select decision.id as record, ${pad(sql)}, ${hubSeen(sql, reader)}, ${thread(sql)},
      ${keeperOrNot(sql, sql`author`, sql`human`)} as by, decision.host, decision.text, decision.reason, decision.options,
      case when decision.section_id is not null then ${section(sql, sql`decision.section_id`)} end as section
    from decision join pad on pad.id = decision.pad_id join hub on hub.id = decision.hub_id
    join participant author on author.id = decision.author_id
    left join participant human on human.id = decision.human_id
    ${talk(sql, reader, sql`decision.thread_id`)}
    where decision.id = any(${ids}::text[])`)

export interface FlagRow extends WaitRow<FlagWait, 'section'> {
  readonly section?: SectionColumns
}

export const flagsAsked = (sql: Sql, ids: readonly string[], reader: Reader): Promise<readonly FlagRow[]> =>
  records(sql`
    select talk.id as record, ${pad(sql)}, ${hubSeen(sql, reader)}, ${thread(sql)},
      ${keeperOrNot(sql, sql`author`, sql`human`)} as by, talk.source, talk.answer_id is not null as answered,
      nullif(talk.dispute = 'unresolved', false) as unresolved, ${keepsHub(sql, reader)} as settles,
      case when talk.about_section_id is not null then ${section(sql, sql`talk.about_section_id`)} end as section
    from thread talk join pad on pad.id = talk.about_pad_id join hub on hub.id = pad.hub_id and ${readablePad(sql, reader)}
    join participant author on author.id = talk.starter_id
    left join participant human on human.id = talk.starter_human_id
    where talk.id = any(${ids}::text[])`)
