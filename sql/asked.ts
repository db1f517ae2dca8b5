import type { Query, Sql } from './client.ts'

/** The fields of a key, with the types of their columns. */
export type FieldTypes = Readonly<Record<string, 'text' | 'int' | 'timestamptz'>>

type KeyOf<Fields extends FieldTypes> = {
  readonly [Name in keyof Fields]: Fields[Name] extends 'int' ? number : string
}

/** The keys of a batch as the table `asked` of a statement: a column for each field, and `key`, the id. */
export function askedBy<Fields extends FieldTypes>(
  fields: Fields,
  by: readonly (keyof Fields & string)[] = Object.keys(fields),
) {
  const names = Object.keys(fields)
  const text = [
    `(select ${by.join(" || ' ' || ")} as key, * from unnest(`,
    ...names.slice(1).map((_, n) => `::${fields[names[n] ?? '']}[], `),
    `::${fields[names.at(-1) ?? '']}[]) as asked (${names.join(', ')})) asked`,
  ]
  const template: TemplateStringsArray = Object.assign(text, { raw: text })
  return {
    id: (key: KeyOf<Fields>): string => by.map((name) => key[name]).join(' '),
    table: (sql: Sql, keys: readonly KeyOf<Fields>[]): Query =>
      sql(template, ...names.map((name) => keys.map((key) => key[name] as string))),
  }
}
