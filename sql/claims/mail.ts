import type { Sql } from '../client.ts'

/** One mail to one address, in plain text. It may hold a code or a link that works. */
export interface Letter {
  readonly to: string
  readonly subject: string
  readonly text: string
}

/** Keeps a letter that nobody delivers, and of all of them the newest `most`. `at` in epoch milliseconds. */
export async function keepMail(sql: Sql, { to, subject, text }: Letter, at: number, most: number): Promise<void> {
  await sql`
    with too_old as (
      delete from kept_mail where seq <= (select seq from kept_mail order by seq desc offset ${most - 1} limit 1)
    )
    insert into kept_mail (to_address, subject, text, at) values (${to}, ${subject}, ${text}, ${new Date(at)})`
}
