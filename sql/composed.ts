import type { Query, Sql } from './client.ts'

/**
 * A client whose statements are composed here. postgres.js makes a promise of every part of a statement and writes its
 * text anew at each call: with ninety parts, a quarter of the time in which a thread is read. Here a part is a plain
 * object until it is sent, and a text is written once for all statements of the same parts in the same order
 * (`npm run bench -- statements`).
 */
export function composed(client: Sql): Sql {
  const plain = client as unknown as Tag
  function tag(first: TemplateStringsArray | string | object, ...rest: unknown[]): unknown {
    if (!isTemplate(first)) return new Helper(plain(first, ...rest) as Helper['native'])
    if (!writtenAt.has(first)) writtenAt.set(first, placeOf(tag))
    return new Part(client, first, rest)
  }
  return Object.assign(tag, client, {
    begin: (...asked: [...string[], Work]) => {
      const work = asked.pop() as Work
      return client.begin(asked.join(), (transaction) => work(composed(transaction as unknown as Sql)))
    },
    reserve: async () => composed((await client.reserve()) as unknown as Sql),
  }) as unknown as Sql
}

type Tag = (first: TemplateStringsArray | string | object, ...rest: readonly unknown[]) => unknown
type Work = (sql: Sql) => unknown

const isTemplate = (first: string | object): first is TemplateStringsArray => Array.isArray(first) && 'raw' in first

/** A statement, or what stands in one. It is sent when it is awaited or executed, once. */
class Part {
  #query: Query | undefined

  readonly client: Sql
  readonly template: TemplateStringsArray
  readonly values: readonly unknown[]

  constructor(client: Sql, template: TemplateStringsArray, values: readonly unknown[]) {
    this.client = client
    this.template = template
    this.values = values
  }

  get query(): Query {
    return (this.#query ??= queryOf(this))
  }
  then(...done: Parameters<Query['then']>): unknown {
    return this.query.then(...done)
  }
  catch(...failed: Parameters<Query['catch']>): unknown {
    return this.query.catch(...failed)
  }
  finally(...ended: Parameters<Query['finally']>): unknown {
    return this.query.finally(...ended)
  }
  execute(): this {
    void this.query.execute()
    return this
  }
  describe(): unknown {
    return this.query.describe()
  }
  cursor(rows: number): unknown {
    return this.query.cursor(rows)
  }
  readable(): unknown {
    return this.query.readable()
  }
  writable(): unknown {
    return this.query.writable()
  }
}

/** A name, or columns or rows whose text depends on what stands before them. */
class Helper {
  /** `value` is that of a name, quoted */
  readonly native: { readonly value?: string }

  constructor(native: Helper['native']) {
    this.native = native
  }
}

/** A beginning of statements: the parts that have followed it, and the text of the statement that ends there. */
interface Beginning {
  text?: string
  readonly next: Map<TemplateStringsArray | string | undefined, Beginning>
}

const nothing: Beginning = { next: new Map() }

/** `value` is undefined: of a parameter the text holds no more than its number. */
function followedBy({ next }: Beginning, what?: TemplateStringsArray | string): Beginning {
  let known = next.get(what)
  if (!known) next.set(what, (known = { next: new Map() }))
  return known
}

function queryOf(part: Part): Query {
  const values: unknown[] = []
  const whole = through(part, nothing, values)
  if (!whole) return asPostgres(part) as Query
  whole.text ??= textOf(part)
  // prepared as a template is: postgres.js takes other texts for some that are sent once
  const query: unknown = part.client.unsafe(whole.text, values as never[], { prepare: true, simple: false } as object)
  return Object.defineProperty(query, 'origin', { get: () => writtenAt.get(part.template)?.stack ?? '' }) as Query
}

/** Collects the values of a statement. Gives undefined where only postgres.js can write the text. */
function through(part: Part, before: Beginning, values: unknown[]): Beginning | undefined {
  let at = followedBy(before, part.template)
  for (const value of part.values) {
    if (value instanceof Part) {
      const within = through(value, at, values)
      if (!within) return undefined
      at = within
    } else if (value instanceof Helper) {
      const { value: name } = value.native
      if (name === undefined) return undefined
      at = followedBy(at, name)
    } else if (value instanceof Promise || (Array.isArray(value) && value[0] instanceof Part)) return undefined
    else {
      values.push(value)
      at = followedBy(at)
    }
  }
  return at
}

function textOf(statement: Part): string {
  let numbered = 0
  const written = (value: unknown): string => {
    if (value instanceof Helper) return value.native.value ?? ''
    if (!(value instanceof Part)) return `$${++numbered}`
    return value.template.reduce((text, words, n) => text + written(value.values[n - 1]) + words)
  }
  return written(statement)
}

function asPostgres(value: unknown): unknown {
  if (value instanceof Part) return (value.client as unknown as Tag)(value.template, ...value.values.map(asPostgres))
  if (value instanceof Helper) return value.native
  return Array.isArray(value) && value[0] instanceof Part ? value.map(asPostgres) : value
}

/** Where in the code each template stands: an error of its statement names it. */
const writtenAt = new Map<TemplateStringsArray, { readonly stack?: string }>()

function placeOf(tag: (...args: never[]) => unknown): { readonly stack?: string } {
  const { stackTraceLimit } = Error
  Error.stackTraceLimit = 2
  const place = {}
  Error.captureStackTrace(place, tag)
  Error.stackTraceLimit = stackTraceLimit
  return place
}
