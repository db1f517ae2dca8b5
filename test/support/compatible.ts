import type { Sql } from '../../sql/client.ts'

interface Column {
  readonly table: string
  readonly name: string
  readonly type: string
  readonly required: boolean
  /** filled in by the database where a statement does not name it */
  readonly filled: boolean
  readonly generated: boolean
}

interface Rule {
  readonly table: string
  /** what it is told by where it changed */
  readonly name: string
  readonly kind: 'unique' | 'check'
  readonly definition: string
  readonly columns: readonly string[]
}

export interface Schema {
  readonly columns: readonly Column[]
  readonly rules: readonly Rule[]
}

/** What statements of a program rely on: columns with their types, and what refuses a row. */
export async function schemaOf(sql: Sql): Promise<Schema> {
  const columns = await sql<Column[]>`
    select c.relname as table, a.attname as name, format_type(a.atttypid, a.atttypmod) as type,
      a.attnotnull as required, d.adbin is not null or a.attidentity <> '' as filled, a.attgenerated <> '' as generated
    from pg_attribute a
    join pg_class c on c.oid = a.attrelid
    left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and a.attnum > 0 and not a.attisdropped
      and c.relname <> 'schema_migrations'`
  const unique = await sql<Rule[]>`
    select t.relname as table, c.relname as name, 'unique' as kind, pg_get_indexdef(i.indexrelid) as definition,
      array(select attname from pg_attribute where attrelid = t.oid and attnum = any(i.indkey)) as columns
    from pg_index i join pg_class c on c.oid = i.indexrelid join pg_class t on t.oid = i.indrelid
    where t.relnamespace = 'public'::regnamespace and i.indisunique and t.relname <> 'schema_migrations'`
  const checks = await sql<Rule[]>`
    select t.relname as table, k.conname as name, 'check' as kind, pg_get_constraintdef(k.oid) as definition,
      array(select attname from pg_attribute where attrelid = t.oid and attnum = any(k.conkey)) as columns
    from pg_constraint k join pg_class t on t.oid = k.conrelid
    where t.relnamespace = 'public'::regnamespace and k.contype in ('c', 'f', 'x')`
  return { columns, rules: [...unique, ...checks] }
}

/**
 * Why a program written for `before` cannot work on `after`, one line a reason. `retired`: tables and columns that it does
 * not use any more, as `table` or `table.column`.
 */
export function breaks(before: Schema, after: Schema, retired: ReadonlySet<string>): string[] {
  const key = ({ table, name }: { table: string; name: string }): string => `${table}.${name}`
  const isRetired = (column: { table: string; name: string }): boolean =>
    retired.has(column.table) || retired.has(key(column))
  const [old, now] = [before, after].map(({ columns }) => new Map(columns.map((column) => [key(column), column]))) as [
    Map<string, Column>,
    Map<string, Column>,
  ]
  const tables = new Set(before.columns.map(({ table }) => table))
  const lines: string[] = []

  for (const [name, column] of old) {
    if (isRetired(column)) continue
    const same = now.get(name)
    if (!same) lines.push(`${name} is gone`)
    else if (same.type !== column.type) lines.push(`${name} is ${same.type}, and was ${column.type}`)
    else if (same.required && !column.required) lines.push(`${name} must be given now`)
    else if (column.filled && !same.filled) lines.push(`${name} is not filled in any more`)
    else if (same.generated !== column.generated) lines.push(`${name} is written otherwise`)
  }
  // statements write whole rows (sql/effect.ts): where they know no value they give null, and no default counts
  for (const [name, column] of now) {
    if (!tables.has(column.table) || old.has(name)) continue
    if (column.generated) lines.push(`${name} is new and takes no null`)
    else if (column.required) lines.push(`${name} is new and must be given`)
  }

  const [oldRules, newRules] = [before, after].map(({ rules }) => new Map(rules.map((rule) => [key(rule), rule]))) as [
    Map<string, Rule>,
    Map<string, Rule>,
  ]
  for (const [name, rule] of oldRules) {
    const same = newRules.get(name)
    const unused = retired.has(rule.table) || rule.columns.some((column) => retired.has(`${rule.table}.${column}`))
    if (unused || same?.definition === rule.definition) continue
    // a statement names it: on conflict
    if (rule.kind === 'unique') lines.push(`${name} is not as it was: ${same?.definition ?? 'gone'}`)
    else if (same && !allows(same, rule)) lines.push(`${name} may refuse what it took: ${same.definition}`)
  }
  for (const [name, rule] of newRules) {
    const onOld = rule.columns.some((column) => old.has(`${rule.table}.${column}`))
    if (!oldRules.has(name) && tables.has(rule.table) && onOld)
      lines.push(`${name} is new and may refuse what was taken: ${rule.definition}`)
  }
  return lines.toSorted()
}

/** A list of values that only grew. */
function allows({ definition: now }: Rule, { definition: before }: Rule): boolean {
  const [values, frame] = [/'[^']*'/g, /'[^']*'(::\w+)?,?\s*/g]
  const known = new Set(now.match(values))
  return (
    now.replace(frame, '') === before.replace(frame, '') && (before.match(values) ?? []).every((one) => known.has(one))
  )
}
