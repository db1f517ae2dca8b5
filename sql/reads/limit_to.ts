import type { Query, Sql } from '../client.ts'

/**
 * The first rows of an ordered query. A generic plan does not know a limit that is a parameter: it expects a tenth of all
 * rows, and sorts them all where an index has the first ones in order. So the next power of two is a literal in the
 * statement, which makes few different statements. PostgreSQL keeps the order of the inner query.
 */
export const limitTo = (sql: Sql, limit: number, ordered: Query): Query =>
  sql(templateFor(2 ** Math.ceil(Math.log2(limit))), ordered, limit)

const templates = new Map<number, TemplateStringsArray>()

function templateFor(power: number): TemplateStringsArray {
  const known = templates.get(power)
  if (known) return known
  const text = ['(select * from (', ` limit ${power}) first limit `, ')']
  const made = Object.assign(text, { raw: text })
  templates.set(power, made)
  return made
}
