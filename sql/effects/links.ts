import { effect } from '../effect.ts'

export interface LinkRequestRow {
  /** lrq_ */
  readonly id: string
  readonly agent_id: string
  readonly human_id: string
  /** ISO 8601 */
  readonly asked_at: string
}

/** People who ask to link an agent. */
export const insertLinkRequests = effect<LinkRequestRow>({
  name: 'link_request.insert',
  phase: 'insert',
  write: (sql, rows) => sql`
    insert into link_request (id, agent_id, human_id, asked_at, status)
    select id, agent_id, human_id, asked_at, 'open'
    from jsonb_to_recordset(${sql.json(rows as never)}::jsonb) as made (id text, agent_id text, human_id text,
      asked_at timestamptz)`,
})

export const answerLinkRequests = effect<{
  readonly id: string
  readonly status: 'linked' | 'declined'
  readonly at: string
}>({
  name: 'link_request.answer',
  phase: 'update',
  key: ({ id }) => id,
  write: (sql, rows) => sql`
    update link_request set status = answer.status, answered_at = answer.at
    from unnest(${rows.map(({ id }) => id)}::text[], ${rows.map(({ status }) => status)}::text[],
      ${rows.map(({ at }) => at)}::timestamptz[]) as answer (id, status, at)
    where link_request.id = answer.id`,
})

export interface LinkCodeRow {
  readonly id: string
  readonly human_id: string
  /** SHA-256 in hex */
  readonly hash: string
  readonly created_at: string
  readonly expires_at: string
}

export const insertLinkCodes = effect<LinkCodeRow>({
  name: 'link_code.insert',
  phase: 'insert',
  write: (sql, rows) => sql`
    insert into link_code (id, human_id, hash, created_at, expires_at)
    select id, human_id, decode(hash, 'hex'), created_at, expires_at
    from jsonb_to_recordset(${sql.json(rows as never)}::jsonb) as made (id text, human_id text, hash text,
      created_at timestamptz, expires_at timestamptz)`,
})

/** How a code stands after a guess. */
export const saveLinkCodes = effect<{
  readonly id: string
  readonly wrong: number
  readonly used_by?: string
  readonly ended_at?: string
}>({
  name: 'link_code.save',
  phase: 'update',
  key: ({ id }) => id,
  write: (sql, rows) => sql`
    update link_code set wrong = next.wrong, used_by = next.used_by, ended_at = next.ended_at
    from unnest(${rows.map(({ id }) => id)}::text[], ${rows.map(({ wrong }) => wrong)}::integer[],
      ${rows.map((row) => row.used_by ?? null)}::text[], ${rows.map((row) => row.ended_at ?? null)}::timestamptz[])
      as next (id, wrong, used_by, ended_at)
    where link_code.id = next.id`,
})
