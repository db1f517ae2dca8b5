import type { Sql } from '../../client.ts'

/** One mail to one address, in plain text. It may contain a working code or link. */
export interface Letter {
  readonly to: string
  readonly subject: string
  readonly text: string
}

/** Stores an undelivered letter and keeps only the newest `most`. `at` is in epoch milliseconds. */
export async function keepMail(sql: Sql, { to, subject, text }: Letter, at: number, most: number): Promise<void> {
  await sql`
    with too_old as (
      delete from kept_mail where seq <= (select seq from kept_mail order by seq desc offset ${most - 1} limit 1)
    )
    insert into kept_mail (to_address, subject, text, at) values (${to}, ${subject}, ${text}, ${new Date(at)})`
}
