import type { Query, Sql } from '../client.ts'

/** A participant's handle, name or a later word of the name begins so; `begins` is in lower case (`namePrefix`). */
export const nameBegins = (sql: Sql, one: Query, begins: string): Query => sql`
  (starts_with(${one}.handle, ${begins}) or starts_with(lower(${one}.name), ${begins})
    or position(${` ${begins}`} in lower(${one}.name)) > 0)`
