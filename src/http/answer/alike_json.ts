import type { ServerResponse } from 'node:http'
import type { Alike, OneOfMany } from '../../tools/call/called.ts'
import { withTwins } from './camel_twins.ts'

/** A body as it is sent: what it shares with other answers, and the rest of it. */
export interface Body {
  readonly shared?: Buffer
  readonly rest: string
}

/** Makes an answer's body of its text and data. A constant of the door: what it made for many is kept under it. */
export type Whole = (called: Pick<OneOfMany, 'text' | 'data' | 'trust'>) => object

/** Of answers that are alike, all but the fields of their own is made into JSON, and into bytes, once. */
export function jsonOfMany(called: OneOfMany, whole: Whole): Body {
  const { alike, own } = called
  let made = madeOf.get(alike)
  if (!made) madeOf.set(alike, (made = new Map()))
  let around = made.get(whole)
  if (!around) made.set(whole, (around = aroundOwn(called, whole)))
  const { before, after, hasOwn } = around
  const fields = hasOwn ? JSON.stringify(withTwins({ ...own })) : '{}'
  return { shared: before, rest: (fields === '{}' ? '' : `,${fields.slice(1, -1)}`) + after }
}

interface Around {
  readonly before: Buffer
  readonly after: string
  /** false where a body has no fields: it is then the same for all */
  readonly hasOwn: boolean
}

/**
 * A value is not changed once it was answered, so the same object has the same JSON. It is kept with that object and gone
 * with it: a part would have to be told when it is no longer needed.
 */
const madeOf = new WeakMap<Alike, Map<Whole, Around>>()

/** Stands where the own fields go. No text can contain it: inside a string its quotation marks are escaped. */
const mark = 'own fields'

function aroundOwn({ alike: { text, data }, trust }: OneOfMany, whole: Whole): Around {
  const json = JSON.stringify(whole({ text, data: { ...data, [mark]: 0 }, trust }))
  const [before = '', after] = json.split(`,"${mark}":0`)
  if (after !== undefined) return { before: Buffer.from(before), after, hasOwn: true }
  return { before: Buffer.from(json.slice(0, -1)), after: '}', hasOwn: false }
}

/** Bytes of a body. */
export const lengthOf = ({ shared, rest }: Body): number => (shared?.length ?? 0) + Buffer.byteLength(rest)

export function send(res: ServerResponse, { shared, rest }: Body): void {
  if (shared) res.write(shared)
  res.end(rest)
}
