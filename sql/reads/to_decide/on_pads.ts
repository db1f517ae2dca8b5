import type { HubSeen } from '../../../src/records/hub/hub_seen.ts'
import type { Untrusted } from '../../../src/text/untrusted.ts'
import { reads } from '../../../src/rules/limits.ts'
import type { Reader } from '../../../src/rules/reader.ts'
import type { Query, Sql } from '../../client.ts'
import { byId } from '../by_id.ts'
import { keeperOrNot } from '../thread/shown_posts.ts'
import type { PersonRow } from '../thread/thread_row.ts'
import { hubSeen, keepsHub, readablePad, readableThread } from '../may_read/readable_rows.ts'
import type { Mode } from '../../../src/rules/hub_mode.ts'

/** Records of open waits on pads. Not filtered by reader: `openWaits` has done it. */

export interface ThreadColumns {
  readonly thread_id: string | null
  readonly thread_title: Untrusted | null
  readonly posts: number | null
}

export interface SectionColumns {
  readonly id: string
  /** of the heading line; null in the Introduction and for a section that is only suggested */
  readonly text: string | null
}

interface OnPad extends ThreadColumns {
  readonly hub: HubSeen
  readonly record: string
  readonly pad_id: string
  readonly pad_title: Untrusted
  readonly by: PersonRow
  readonly host: string | null
}

export const threadColumns = (sql: Sql): Query => sql`
  talk.id as thread_id, talk.title as thread_title, talk.last_seq as posts`

/** The newest text of a section's heading. */
const heading = (sql: Sql, pad: Query, section: Query): Query => sql`(
  select text from block_text where block_text.pad_id = ${pad} and block_id = ${section} order by rev desc limit 1)`

/** A thread that the reader may not open is not named. */
const talk = (sql: Sql, reader: Reader, named: Query): Query => sql`
  left join lateral (
    select thread.* from ${byId(sql, 'thread', named)} where thread.hub_id = hub.id and ${readableThread(sql, reader)}) talk on true`

/** An open flag of a section that a suggestion changes. */
interface FlagFixed {
  readonly id: string
  readonly title: Untrusted
  readonly posts: number
  readonly starter_id: string
  readonly starter_human_id: string | null
}

export interface SuggestionRow extends OnPad {
  readonly suggested_title: Untrusted | null
  readonly changed: Untrusted | null
  readonly note: Untrusted | null
  readonly goes_in_at: Date | null
  readonly sections: readonly SectionColumns[] | null
  readonly fixes: readonly FlagFixed[] | null
  /** members check in a Checked hub, and answer in an Open one */
  readonly mode: Mode
  readonly keeps: boolean
}

export const suggestionsAsked = (sql: Sql, ids: readonly string[], reader: Reader): Promise<readonly SuggestionRow[]> =>
  sql<SuggestionRow[]>`
    select edit.id as record, pad.id as pad_id, pad.title as pad_title, ${hubSeen(sql, reader)}, ${threadColumns(sql)},
      ${keeperOrNot(sql, sql`author`, sql`human`)} as by, edit.host, edit.title as suggested_title,
      left(edit.changed, ${reads.waits.changeCharacters + 1}) as changed, edit.note, edit.goes_in_at, hub.mode,
      ${keepsHub(sql, reader)} as keeps,
      (select json_agg(json_build_object('id', id, 'text', ${heading(sql, sql`pad.id`, sql`id`)}) order by place)
        from unnest(edit.section_ids[:${reads.waits.sections}]) with ordinality named (id, place)) as sections,
      (select json_agg(json_build_object('id', thread.id, 'title', thread.title, 'posts', thread.last_seq,
          'starter_id', thread.starter_id, 'starter_human_id', thread.starter_human_id) order by thread.id)
        from thread where thread.about_pad_id = pad.id and thread.about_section_id = any(edit.section_ids)
          and thread.dispute in ('open', 'unresolved') and ${readableThread(sql, reader)}) as fixes
    from edit join pad on pad.id = edit.pad_id join hub on hub.id = edit.hub_id
    join participant author on author.id = edit.author_id
    left join participant human on human.id = edit.human_id
    ${talk(sql, reader, sql`edit.thread_id`)}
    where edit.id = any(${ids}::text[])`

export interface DecisionAskedRow extends OnPad {
  readonly text: Untrusted
  readonly reason: Untrusted | null
  readonly options: readonly string[]
  readonly section_id: string | null
  readonly heading: string | null
}

export const decisionsAsked = (
  sql: Sql,
  ids: readonly string[],
  reader: Reader,
): Promise<readonly DecisionAskedRow[]> =>
  sql<DecisionAskedRow[]>`
    select decision.id as record, pad.id as pad_id, pad.title as pad_title, ${hubSeen(sql, reader)}, ${threadColumns(sql)},
      ${keeperOrNot(sql, sql`author`, sql`human`)} as by, decision.host, decision.text, decision.reason, decision.options,
      decision.section_id, ${heading(sql, sql`pad.id`, sql`decision.section_id`)} as heading
    from decision join pad on pad.id = decision.pad_id join hub on hub.id = decision.hub_id
    join participant author on author.id = decision.author_id
    left join participant human on human.id = decision.human_id
    ${talk(sql, reader, sql`decision.thread_id`)}
    where decision.id = any(${ids}::text[])`

export interface FlagRow extends OnPad {
  readonly section_id: string | null
  readonly heading: string | null
  readonly source: Untrusted | null
  readonly dispute: 'open' | 'unresolved'
  readonly answered: boolean
  readonly keeps: boolean
}

export const flagsAsked = (sql: Sql, ids: readonly string[], reader: Reader): Promise<readonly FlagRow[]> =>
  sql<FlagRow[]>`
    select talk.id as record, pad.id as pad_id, pad.title as pad_title, ${hubSeen(sql, reader)}, ${threadColumns(sql)},
      ${keeperOrNot(sql, sql`author`, sql`human`)} as by, null as host, talk.source, talk.dispute,
      talk.answer_id is not null as answered, talk.about_section_id as section_id,
      ${heading(sql, sql`pad.id`, sql`talk.about_section_id`)} as heading,
      ${keepsHub(sql, reader)} as keeps
    from thread talk join pad on pad.id = talk.about_pad_id join hub on hub.id = pad.hub_id and ${readablePad(sql, reader)}
    join participant author on author.id = talk.starter_id
    left join participant human on human.id = talk.starter_human_id
    where talk.id = any(${ids}::text[])`
