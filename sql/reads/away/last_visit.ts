import { visits } from '../../../src/rules/limits.ts'
import type { Sql } from '../../client.ts'

/** When a person came, and when they were last here before this visit, on any device; undefined on a first visit. */
export async function hereBefore(
  sql: Sql,
  human: string,
  now: number,
): Promise<{ readonly came: Date | undefined; readonly before: Date | undefined }> {
  const ended = new Date(now - visits.end)
  const [row] = await sql<{ came: Date; before: Date | null }[]>`
    select created_at as came, (
      select max(case when last_used_at <= ${ended} then last_used_at else visit_before end)
      from credential where participant_id = participant.id and kind = 'session') as before
    from participant where id = ${human}`
  return { came: row?.came, before: row?.before ?? undefined }
}
