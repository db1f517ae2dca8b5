import type { PadTalk } from '../../../src/records/pad/pad_talk.ts'
import { present, presentAs } from '../../../src/records/present.ts'
import type { Reader } from '../../../src/rules/reader.ts'
import type { Mode } from '../../../src/rules/hub_mode.ts'
import type { Audience } from '../../../src/rules/hub_audience.ts'
import type { FoldReason, Seat } from '../../../src/rules/lists.ts'
import type { Untrusted } from '../../../src/text/untrusted.ts'
import type { Entry } from '../../../src/text/merging/version_layout.ts'
import type { Sql } from '../../client.ts'
import { records } from '../../rows.ts'
import { keepers, person } from '../thread/shown_posts.ts'
import type { Keepers, PersonRow } from '../thread/thread_row.ts'
import { hubOf } from '../hub/hub_of.ts'
import { type HubColumns, hubColumns, readablePad, readableThread } from '../may_read/readable_rows.ts'

export interface PadHead {
  readonly id: string
  readonly title: Untrusted
  readonly version: number
  readonly created_by: string
  readonly created: Date
  readonly updated: Date
  readonly fold_reason?: FoldReason
  /** hidden from all but owner and helpers */
  readonly hidden: boolean
  readonly locked: boolean
  readonly pinned: boolean
  readonly hub: {
    readonly id: string
    readonly slug?: string
    readonly title?: Untrusted
    readonly audience: Audience
    readonly mode: Mode
    /** any caller with an identity can join */
    readonly accepts_guests: boolean
  }
  readonly keepers: Keepers
  /** the reader's seats in the hub, and in this pad alone */
  readonly hub_seat?: Seat
  readonly pad_seat?: Seat
  /** the reader was removed from the hub or this pad, and has no seat */
  readonly removed: boolean
  readonly agents_paused: boolean
  /** of the human behind the reader, where the hub's agents are paused */
  readonly human_seat?: Seat
  /** the version that the reader saw last, and in the visit before */
  readonly visit?: Visit
}

export interface Visit {
  readonly version: number
  readonly at: Date
  readonly before?: { readonly version: number; readonly at: Date }
}

interface HeadRow
  extends HubColumns,
    Omit<PadHead, 'fold_reason' | 'hub' | 'keepers' | 'hub_seat' | 'pad_seat' | 'human_seat' | 'visit'> {
  readonly fold_reason: FoldReason | null
  readonly mode: Mode
  readonly accepts_guests: boolean
  readonly keepers: Keepers | null
  readonly hub_seat: Seat | null
  readonly pad_seat: Seat | null
  readonly human_seat: Seat | null
  readonly seen: number | null
  readonly seen_at: Date | null
  readonly seen_before: number | null
  readonly before_at: Date | null
}

/** A pad with its hub and the reader's seats; undefined when it is missing, private or hidden. */
export async function padHead(sql: Sql, reader: Reader, id: string): Promise<PadHead | undefined> {
  const holder = reader.seats_of ?? reader.id ?? ''
  const [row] = await sql<HeadRow[]>`
    select pad.id, pad.title, pad.version, pad.created_by, pad.created_at as created, pad.updated_at as updated,
      fold.reason as fold_reason, fold.level is not distinct from 'hide' as hidden, locked.target_id is not null as locked,
      exists (select from pin where pin.hub_id = pad.hub_id and pin.item_id = pad.id) as pinned,
      ${hubColumns(sql, reader)}, hub.mode, hub.accepts_guests, ${keepers(sql)} as keepers,
      in_hub.role as hub_seat, in_pad.role as pad_seat,
      in_pad.role is null and coalesce(in_hub.role, 'member') = 'member' and exists (select from removal
        where participant_id = ${holder} and (scope_id = pad.id or in_hub.role is null and scope_id = hub.id)) as removed,
      pause.hub_id is not null as agents_paused,
      case when pause.hub_id is not null then (
        select role from seat where scope_id = hub.id and participant_id = ${reader.human_id ?? ''}) end as human_seat,
      visit.version as seen, visit.at as seen_at, visit.before_version as seen_before, visit.before_at
    from pad join hub on hub.id = pad.hub_id
    left join fold on fold.target_id = pad.id
    left join locked on locked.target_id = pad.id
    left join seat in_hub on in_hub.scope_id = hub.id and in_hub.participant_id = ${holder}
    left join seat in_pad on in_pad.scope_id = pad.id and in_pad.participant_id = ${holder}
    left join agents_pause pause on pause.hub_id = hub.id
    left join pad_visit visit on visit.pad_id = pad.id and visit.participant_id = ${reader.id ?? ''}
    where pad.id = ${id} and ${readablePad(sql, reader)}`
  if (!row) return undefined
  const { fold_reason, hub_id, slug, hub_title, audience, mode, accepts_guests, hub_seat, pad_seat, ...more } = row
  const { seen, seen_at, seen_before, before_at, keepers: kept, human_seat, ...pad } = more
  return {
    ...pad,
    keepers: kept ?? {},
    hub: { ...hubOf({ hub_id, slug, hub_title, audience }, true), mode, accepts_guests },
    ...present({
      fold_reason,
      hub_seat,
      pad_seat,
      human_seat,
      visit: seen !== null && seen_at ? visitOf(seen, seen_at, seen_before, before_at) : undefined,
    }),
  }
}

const visitOf = (version: number, at: Date, before: number | null, before_at: Date | null): Visit =>
  presentAs({ version, at, before: before !== null && before_at ? { version: before, at: before_at } : undefined })

/** A block for an outline; the text only when asked for, and always for a heading. */
export interface BlockLine extends Entry {
  readonly level?: number
  readonly words: number
  /** the version that introduced this text */
  readonly version: number
  readonly text?: string
}

/** `texts`: 'all', or the ids of the blocks whose texts are wanted. */
export async function blockLines(
  sql: Sql,
  pad_id: string,
  entries: readonly Entry[],
  texts: 'all' | readonly string[],
): Promise<readonly BlockLine[]> {
  if (entries.length === 0) return []
  const ids = entries.map(({ id }) => id)
  const rows = await sql<
    { id: string; rev: number; level: number | null; words: number; version: number; text: string | null }[]
  >`
    select block_id as id, rev, level, words, version,
      case when ${texts === 'all' ? sql`true` : sql`level is not null or block_id = any(${texts as string[]}::text[])`}
        then text end as text
    from block_text
    where pad_id = ${pad_id} and (block_id, rev) in (
      select * from unnest(${ids}::text[], ${entries.map(({ rev }) => rev)}::int[]))`
  const byId = new Map(rows.map((row) => [row.id, row]))
  return entries.flatMap((entry) => {
    const row = byId.get(entry.id)
    if (!row) return []
    const { level, words, version, text } = row
    return [{ ...entry, words, version, ...present({ level, text }) }]
  })
}

/** Whether any of these ids was ever a section: the cheapest way to refuse unknown ones. */
export async function anyWasSection(sql: Sql, pad_id: string, ids: readonly string[]): Promise<boolean> {
  const [row] = await sql<{ known: boolean }[]>`
    select exists (select from block_text
      where pad_id = ${pad_id} and block_id = any(${ids as string[]}::text[]) and level is not null) as known`
  return row?.known === true
}

export interface SectionRow {
  readonly section_id: string
  readonly rev: number
  readonly changed_at: Date
  readonly authors: readonly string[]
  readonly fighting: boolean
  readonly checked: { state: 'checked' | 'changed' | 'unchecked'; by?: string; at: string; note?: Untrusted } | null
  /** the version that last changed it */
  readonly version: number | null
}

export async function sectionRows(sql: Sql, pad_id: string, ids: readonly string[]): Promise<readonly SectionRow[]> {
  return await sql<SectionRow[]>`
    select section_id, rev, changed_at, authors, fighters is not null as fighting, checked, version from section
    where pad_id = ${pad_id} and section_id = any(${ids as string[]}::text[])`
}

/** The rev of each section at a version: its number of changes until then. */
export async function revsAt(sql: Sql, pad_id: string, version: number): Promise<ReadonlyMap<string, number>> {
  const rows = await sql<{ section_id: string; rev: number }[]>`
    select section_id, count(*)::int as rev from edit, unnest(section_ids) section_id
    where pad_id = ${pad_id} and edit.version <= ${version} and kind <> 'suggestion' group by section_id`
  return new Map(rows.map(({ section_id, rev }) => [section_id, rev]))
}

export interface AboutRow extends PadTalk {
  readonly starter: PersonRow
  /** threads that the reader may not open count for the status but are not named */
  readonly open_to_reader: boolean
}

/** The threads that determine a pad's status. */
export async function threadsAboutPad(sql: Sql, reader: Reader, pad_id: string): Promise<readonly AboutRow[]> {
  return records<AboutRow>(sql`
    select thread.id, thread.title, thread.source, last_seq as posts, ${person(sql, sql`starter`, sql`human`)} as starter, about_section_id as section_id, flags_wrong, dispute, thread.updated_at as updated,
      case when fold.target_id is not null then 'folded' else thread.status end as status,
      ${readableThread(sql, reader)} as open_to_reader
    from thread join hub on hub.id = thread.hub_id left join fold on fold.target_id = thread.id
    join participant starter on starter.id = thread.starter_id
    left join participant human on human.id = thread.starter_human_id
    where about_pad_id = ${pad_id} and fold.level is distinct from 'hide'
      and (dispute in ('open', 'unresolved') or thread.status = 'open' and fold.target_id is null)
    order by thread.updated_at desc, thread.id desc`)
}

/** When any thread about the pad last changed, whatever its state. */
export async function lastMoveAbout(sql: Sql, pad_id: string): Promise<Date | undefined> {
  const [row] = await sql<
    { at: Date | null }[]
  >`select max(updated_at) as at from thread where about_pad_id = ${pad_id}`
  return row?.at ?? undefined
}
