import { type Sql, firstRow } from '../../client.ts'

/** An export belongs to no actor: a process claims it, and one claim is valid at a time. */
export interface ExportNow {
  readonly id: string
  /** places written so far, and their total */
  readonly done: number
  readonly total: number
  readonly ready_at: Date | null
  readonly expires_at: Date | null
}

/** Returns the participant's export that is pending or still available, else a new one. */
export async function askForExport(
  sql: Sql,
  { id, participant_id, now }: { readonly id: string; readonly participant_id: string; readonly now: number },
): Promise<ExportNow> {
  const [made] = await sql<ExportNow[]>`
    insert into account_export (id, participant_id, asked_at)
    select ${id}, ${participant_id}, ${new Date(now)}
    where not exists (
      select from account_export there where there.participant_id = ${participant_id}
        and (there.ready_at is null or there.expires_at > ${new Date(now)}))
    on conflict do nothing
    returning id, done, total, ready_at, expires_at`
  return made ?? ((await exportOf(sql, participant_id, now)) as ExportNow)
}

export const exportOf = (sql: Sql, participant_id: string, now: number): Promise<ExportNow | undefined> =>
  firstRow(sql`
    select id, done, total, ready_at, expires_at from account_export
    where participant_id = ${participant_id} and (ready_at is null or expires_at > ${new Date(now)})
    order by asked_at desc limit 1`)

interface Claim {
  readonly id: string
  readonly participant_id: string
}

interface Taking {
  readonly runner: string
  readonly now: Date
  readonly before: Date
  /**
   * parts that stand or are being made, of all exports together; while there are as many, none is begun. What a dead process
   * left does not count: to begin again deletes it
   */
  readonly most: number
}

/** Claims the oldest export without a process that reported since `before`; deletes its old parts. */
export const takeExport = (sql: Sql, { runner, now, before, most }: Taking): Promise<Claim | undefined> =>
  firstRow(sql`
    with one as (
      select id from account_export where ready_at is null and (seen_at is null or seen_at < ${before})
        and (select count(*) from account_export_part part join account_export held on held.id = part.export_id
          where held.ready_at is not null or held.seen_at >= ${before}) < ${most}
      order by asked_at limit 1 for update skip locked
    ), left_over as (
      delete from account_export_part using one where export_id = one.id
    )
    update account_export set runner = ${runner}, seen_at = ${now}, done = 0, total = 0
    from one where account_export.id = one.id
    returning account_export.id, participant_id`)

interface Kept {
  readonly id: string
  readonly runner: string
  readonly now: Date
}

/** Adds a part; returns false when another process has claimed the export. */
export async function keepPart(
  sql: Sql,
  { id, runner, now, n, body, done, total }: Kept & { n: number; body: string; done: number; total: number },
): Promise<boolean> {
  const rows = await sql`
    with mine as (
      update account_export set seen_at = ${now}, done = ${done}, total = ${total}
      where id = ${id} and runner = ${runner} and ready_at is null returning id
    )
    insert into account_export_part (export_id, runner, n, body)
    select id, ${runner}, ${n}, ${body} from mine returning n`
  return rows.length > 0
}

export async function finishExport(
  sql: Sql,
  { id, runner, now, expires_at }: Kept & { readonly expires_at: Date },
): Promise<void> {
  await sql`
    update account_export set ready_at = ${now}, expires_at = ${expires_at}, done = total
    where id = ${id} and runner = ${runner} and ready_at is null`
}

/** Deletes expired exports and those of deleted accounts. */
export async function dropExports(sql: Sql, now: Date): Promise<number> {
  const gone = await sql`
    with gone as (
      delete from account_export where expires_at <= ${now} or exists (
        select from participant where participant.id = participant_id and deleted_at is not null)
      returning id
    ), parts as (delete from account_export_part using gone where export_id = gone.id)
    select from gone`
  return gone.length
}

/** Yields the parts of a participant's finished export in order, fetched in batches. */
export async function* exportParts(
  sql: Sql,
  { id, participant_id, now }: { readonly id: string; readonly participant_id: string; readonly now: number },
): AsyncGenerator<string> {
  for (let from = 0; ; ) {
    const rows = await sql<{ n: number; body: string }[]>`
      select part.n, part.body from account_export export
      join account_export_part part on part.export_id = export.id and part.runner = export.runner
      where export.id = ${id} and export.participant_id = ${participant_id} and export.expires_at > ${new Date(now)}
        and part.n >= ${from}
      order by part.n limit 8`
    for (const { body } of rows) yield body
    if (rows.length < 8) return
    from = (rows.at(-1)?.n as number) + 1
  }
}
