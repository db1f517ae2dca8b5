import type { Sql } from '../client.ts'

export interface PageForm {
  /** of a thread or pad */
  readonly id: string
  /** one of the few ways in which all of it is shown */
  readonly form: string
  readonly version: number
  /** of what it says */
  readonly hash: string
}

/** Whether this is what the page said when it was first sent at this version; the first to ask makes it so. */
export async function isFirstForm(sql: Sql, { id, form, version, hash }: PageForm): Promise<boolean> {
  const [kept] = await sql<{ version: number; hash: string }[]>`
    select version, hash from page_form where id = ${id} and form = ${form}`
  if (kept && kept.version >= version) return kept.version === version && kept.hash === hash
  const [first] = await sql<{ hash: string }[]>`
    insert into page_form as kept (id, form, version, hash) values (${id}, ${form}, ${version}, ${hash})
    on conflict (id, form) do update set version = excluded.version, hash = excluded.hash
      where kept.version < excluded.version
    returning hash`
  return first ? true : isFirstForm(sql, { id, form, version, hash })
}
