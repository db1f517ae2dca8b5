import type { Sql } from '../../client.ts'

interface PageForm {
  /** of a thread or pad */
  readonly id: string
  /** the variant in which the page is shown */
  readonly form: string
  readonly version: number
  /** of the page's content */
  readonly hash: string
}

/**
 * Whether the page still has the content with which it was first sent at this version; the first call stores it. A row
 * stays as long as its thread or pad has that version, for a client may hold that content under the version's ETag as long
 * as it likes: at most four for each seq of a thread, and a few for a pad and each section of it.
 */
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
