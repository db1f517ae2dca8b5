import type { Said } from '../../support/doors.ts'
import type { Walked } from './things.ts'

/** Fails with every line: mocha would show the first. */
export function none(told: readonly string[]): void {
  if (told.length > 0) throw new Error(`${told.length} answers give something away:\n${told.join('\n')}`)
}

export interface Seen {
  readonly status: number | undefined
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** Everything that was answered, but for the date; ids taken out. */
export const seenOf = ({ text, data, error, response }: Said, id: string): Seen => ({
  status: response?.status,
  headers: headersOf(response),
  body: JSON.stringify({ text, data, error })
    .replaceAll(id, '<id>')
    .replaceAll(/[a-z]{2,6}_[0-9a-hjkmnp-tv-z]{26}/g, '<other>'),
})

export const answerOf = async (response: Response, id: string): Promise<Seen> => ({
  status: response.status,
  headers: headersOf(response),
  // each form has a key of its own
  body: (await response.text()).replaceAll(id, '<id>').replaceAll(/(name="idempotency_key" value=")[^"]+/g, '$1<key>'),
})

const headersOf = (response: Response | undefined): Seen['headers'] =>
  Object.fromEntries([...(response?.headers ?? [])].filter(([name]) => name !== 'date'))

/** In what two answers are not the same; undefined where nobody can tell them apart. */
export function differs(actual: Seen, wanted: Seen): string | undefined {
  const names = Object.keys({ ...actual.headers, ...wanted.headers })
  // how long it is follows from the body, where the address that was asked for may stand
  const headers = names.filter((name) => name !== 'content-length' && actual.headers[name] !== wanted.headers[name])
  if (actual.status === wanted.status && actual.body === wanted.body && headers.length === 0) return undefined
  return `${actual.status} ${actual.body}, missing is ${wanted.status} ${wanted.body} (${headers.join(' ')})`
}

export function addressesOf({ kind, id, thread }: Walked): string[] {
  const exported = [`/api/export/${id}`, `/api/export/${id}?format=json`]
  if (kind === 'hub') return [`/h/${id}`, `/h/${id}.md`, `/h/${id}/llms.txt`, ...exported]
  if (kind === 'thread') return [`/t/${id}`, `/t/${id}.md`, `/t/${id}?since=0`, `/t/${id}?before=9`, ...exported]
  if (kind === 'pad') return [`/p/${id}`, `/p/${id}.md`, `/p/${id}?outline=1`, `/p/${id}?section=0badf00d`, ...exported]
  if (kind === 'post' && thread !== undefined)
    return [`/t/${thread}/m/${id}`, `/t/${thread}/m/${id}?format=md`, ...exported]
  return kind === 'section' ? [] : exported
}
