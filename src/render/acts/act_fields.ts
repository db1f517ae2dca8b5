import { joinsFirst } from './joins_first.ts'

/**
 * Parses a form into the arguments of the act that it names: a dot nests (`decision.text`), a number between dots is an
 * index (`edits.0.block`), a trailing `[]` collects a list, `:lines` splits a text into its lines. A field named `also`
 * holds encoded fields itself, since a button has one name and may have to send two values. The server and the page script
 * parse forms by this one function.
 */

export interface ActForm {
  /** the name of an app tool or of a settings operation */
  readonly act: string
  readonly args: Readonly<Record<string, unknown>>
  /** the form as sent, without the fields that only control the submission */
  readonly fields: Readonly<Record<string, string>>
  /** the person confirmed the act on the question page */
  readonly sure: boolean
}

/**
 * Fields that are no arguments: the target in words, the place to return to, the request for a preview, the words of a
 * choice, and the hub to join before the act.
 */
export const steering: ReadonlySet<string> = new Set(['what', 'back', 'preview', 'chosen', joinsFirst])

export function actFormOf(entries: Iterable<readonly [string, string]>): ActForm {
  const args: Record<string, unknown> = {}
  const fields: Record<string, string> = {}
  let act = ''
  let sure = false
  for (const [name, sent] of [...entries].flatMap(unpacked)) {
    const value = sent.replaceAll('\r\n', '\n')
    if (name === 'act') act = value
    else if (name === 'sure') sure = value === '1'
    else {
      fields[name] = value
      if (!steering.has(name)) put(args, name, value)
    }
  }
  return { act, args, fields, sure }
}

const unpacked = (entry: readonly [string, string]): (readonly [string, string])[] =>
  entry[0] === 'also' ? [...new URLSearchParams(entry[1])] : [entry]

function put(args: Record<string, unknown>, name: string, value: string): void {
  const lines = name.endsWith(':lines')
  const gathered = name.endsWith('[]')
  const path = (lines ? name.slice(0, -6) : gathered ? name.slice(0, -2) : name).split('.')
  if (path.some((part) => part in Object.prototype || part === '')) return
  const last = path.pop()!
  let here: any = args
  for (const [at, part] of path.entries()) {
    const place = isPlace(path[at + 1] ?? last)
    here = here[part] ??= place ? [] : {}
    // a list takes only indexes: other names would change its length or its functions
    if (typeof here !== 'object' || (Array.isArray(here) && !place)) return
  }
  if (lines) {
    const given = value
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== '')
    if (given.length > 0) here[last] = given
  } else if (gathered) {
    if (value !== '' && Array.isArray((here[last] ??= []))) here[last].push(value)
  } else if (value !== '' || path.length === 0) here[last] = value
}

/** At most three digits: a higher index than any act takes would only cost memory. */
const isPlace = (part: string): boolean => /^\d{1,3}$/.test(part)
