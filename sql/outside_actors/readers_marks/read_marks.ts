import type { Sql } from '../../client.ts'

export interface ReadMark {
  readonly participant_id: string
  /** a thread or DM */
  readonly scope_id: string
  /** highest seq that was returned */
  readonly seq: number
  /** ISO 8601 */
  readonly at: string
}

/** Records how far readers have come; a mark never goes back. Each reader and place may occur once. */
export async function noteReadMarks(sql: Sql, marks: readonly ReadMark[]): Promise<void> {
  await sql`
    insert into read_mark (participant_id, scope_id, seq, at)
    select * from unnest(${marks.map((mark) => mark.participant_id)}::text[],
      ${marks.map((mark) => mark.scope_id)}::text[], ${marks.map((mark) => mark.seq)}::int[],
      ${marks.map((mark) => mark.at)}::timestamptz[])
    on conflict (participant_id, scope_id) do update set seq = excluded.seq, at = excluded.at
      where read_mark.seq < excluded.seq`
}
