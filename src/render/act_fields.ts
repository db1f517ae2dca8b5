/**
 * What a form of ours holds, as the arguments of the act it names: a dot nests (`decision.text`), a number between dots
 * is a place in a list (`edits.0.block`), `[]` at the end gathers a list, `:lines` makes one of the lines of a text. What
 * is named `also` holds fields itself: a button has one name and may have to say two things. The server and the script
 * of a page read forms by this one rule.
 */

export interface ActForm {
  /** an app tool, or an operation of the settings */
  readonly act: string
  readonly args: Readonly<Record<string, unknown>>
  /** the form as it was sent, without what only steers it */
  readonly fields: Readonly<Record<string, string>>
  /** the person was asked and said yes */
  readonly sure: boolean
}

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
      put(args, name, value)
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
  if (path.some((part) => unsafe.has(part) || part === '')) return
  const last = path.pop()!
  let here: any = args
  for (const [at, part] of path.entries()) {
    here[part] ??= isPlace(path[at + 1] ?? last) ? [] : {}
    here = here[part]
    if (typeof here !== 'object') return
  }
  if (lines) {
    const given = value
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== '')
    if (given.length > 0) here[last] = given
  } else if (gathered) {
    if (value !== '') (here[last] ??= []).push(value)
  } else if (value !== '' || path.length === 0) here[last] = value
}

/** A list longer than any that an act takes would only cost memory. */
const isPlace = (part: string): boolean => /^\d{1,3}$/.test(part)
const unsafe = new Set(['__proto__', 'constructor', 'prototype'])
