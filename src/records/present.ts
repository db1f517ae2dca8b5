type MayLack<T> = undefined extends T ? true : null extends T ? true : false

/** What is there: a field whose value may be undefined or null is one that may be missing. */
export type Present<T> = T extends unknown
  ? { [K in keyof T as MayLack<T[K]> extends true ? never : K]: T[K] } & {
      [K in keyof T as MayLack<T[K]> extends true ? K : never]?: NonNullable<T[K]>
    }
  : never

/** The same fields in the same order, without those that are undefined, or null as rows have it. */
export function present<const T extends object>(fields: T): Present<T> {
  const there: { [name: string]: unknown } = {}
  // a loop over the names: entries cost five times as much, measured
  for (const name in fields) if (fields[name] !== undefined && fields[name] !== null) there[name] = fields[name]
  return there as Present<T>
}
