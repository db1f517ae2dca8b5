import { v5, v7 } from 'uuid'

/** Prefix of every identifier: first those of the specification, then those of things it names without one. */
export const prefixes = {
  hub: 'hub_',
  thread: 'thr_',
  pad: 'pad_',
  post: 'msg_',
  guest: 'ppl_',
  client: 'client_',
  agent: 'agt_',
  human: 'hum_',
  task: 'tsk_',
  dm: 'dm_',
  edit: 'edt_',
  decision: 'dec_',
  invite: 'inv_',
  report: 'rep_',
  undo: 'und_',
  link_request: 'lrq_',
  credential: 'crd_',
  lease: 'lse_',
  preview: 'pvw_',
  act: 'act_',
} as const

export type Thing = keyof typeof prefixes

const crockford = '0123456789abcdefghjkmnpqrstvwxyz'
const letters = Array.from({ length: crockford.length }, (_, digit) => crockford.charCodeAt(digit))
const written = new Uint8Array(26)

/**
 * Encodes 128 bits as 26 lower-case Crockford digits; sorting the texts sorts the bytes. Made in one piece: a text that was
 * put together digit by digit keeps half a kilobyte of its pieces.
 */
export function base32(bytes: Uint8Array): string {
  // 26 digits hold 130 bits: the first two are zero
  let kept = 2
  let value = 0
  let at = 0
  for (const byte of bytes) {
    value = (value << 8) | byte
    for (kept += 8; kept >= 5; ) {
      kept -= 5
      written[at++] = letters[(value >>> kept) & 31] as number
    }
    value &= (1 << kept) - 1
  }
  return String.fromCharCode(...written.subarray(0, at))
}

/** Decodes 26 digits to 16 bytes. */
export function unbase32(digits: string): Uint8Array {
  let value = 0n
  for (const digit of digits) value = value * 32n + BigInt(Math.max(0, crockford.indexOf(digit)))
  const bytes = new Uint8Array(16)
  for (let n = 15; n >= 0; n--, value >>= 8n) bytes[n] = Number(value & 255n)
  return bytes
}

/** Mints an id. `at` is the service clock in milliseconds, so ids sort by the service's time. */
export function mint(thing: Thing, at: number): string {
  return prefixes[thing] + base32(v7({ msecs: at, random: random16() }, uuidBytes))
}

const uuidBytes = new Uint8Array(16)

const dmSpace = '0d4f1f1e-6a0c-5d0b-9a53-2f6f7c1e8d42'

/**
 * Derives the id of the one DM of a pair from both ids, in either order. Its time is that of the younger of the two
 * ids, so that it is a valid UUIDv7.
 */
export function dmBetween(one: string, other: string): string {
  const pair = one < other ? `${one} ${other}` : `${other} ${one}`
  const random = v5(pair, dmSpace, new Uint8Array(16))
  return prefixes.dm + base32(v7({ msecs: Math.max(mintedAt(one), mintedAt(other)), random }, new Uint8Array(16)))
}

/** When an id was minted, epoch milliseconds, from its first 48 bits; 0 for a text that is no id. */
function mintedAt(id: string): number {
  const digits = id.slice(id.indexOf('_') + 1, id.indexOf('_') + 11)
  let value = 0
  for (const digit of digits) value = value * 32 + Math.max(0, crockford.indexOf(digit))
  return digits.length === 10 ? value % 2 ** 48 : 0
}

/** Mints the id of one attempt of a write: a UUIDv7 by the wall clock, in its usual text form. */
export const mintAttempt = (): string => v7({ random: random16() })

const randomPool = new Uint8Array(16 * 256)
let used = randomPool.length

/** Draws 256 ids' worth of bytes at a time: a call per id took 7 % of a front-end under load. */
function random16(): Uint8Array {
  if (used === randomPool.length) {
    globalThis.crypto.getRandomValues(randomPool)
    used = 0
  }
  return randomPool.subarray(used, (used += 16))
}

export const isId = (thing: Thing, text: string): boolean =>
  text.startsWith(prefixes[thing]) && /^[0-9a-hjkmnp-tv-z]{26}$/.test(text.slice(prefixes[thing].length))

/** JSON Schema pattern of ids of these things. Looser than the real form: an unknown id is missing, not invalid. */
export const idPattern = (...things: Thing[]): string => {
  const known = things.map((thing) => prefixes[thing])
  return `^${known.length === 1 ? known[0] : `(?:${known.join('|')})`}[\\w-]{1,40}$`
}

const things = Object.entries(prefixes) as [Thing, string][]

/** Returns what an id names by its prefix; undefined when the text is no id. */
export const thingOf = (id: string): Thing | undefined => things.find(([thing]) => isId(thing, id))?.[0]

const anyId = (prefix: string): RegExp =>
  new RegExp(`(?<![A-Za-z0-9])(?:${prefix})[0-9a-hjkmnp-tv-z]{26}(?![A-Za-z0-9])`)

export type Prefix = (typeof prefixes)[Thing]
const anyIds = Object.fromEntries(Object.values(prefixes).map((prefix) => [prefix, anyId(prefix)])) as Record<
  Prefix,
  RegExp
>
const ofAnything = anyId(Object.values(prefixes).join('|'))

/** Returns the first id with such a prefix in a text. */
export const idIn = (prefix: Prefix, text: string): string | undefined => anyIds[prefix].exec(text)?.[0]

/** Returns the first id of any kind in a text, with what it names. */
export function thingIn(text: string): readonly [Thing, string] | undefined {
  const id = ofAnything.exec(text)?.[0]
  const thing = id === undefined ? undefined : thingOf(id)
  return id === undefined || thing === undefined ? undefined : [thing, id]
}

/** Section and block ids, which src/text/section_and_block_ids.ts makes. */
export const hex8Pattern = '^[0-9a-f]{8}$'

const within = '2f0a6c1e-6a0c-4b7e-9d6e-3f1f6a0b7c55'

/** Derives an edit's id from a parent id and a seed, with the parent's time, because decisions use no randomness. */
export function editIdWithin(parent: string, seed: string): string {
  const digits = base32(v5(`${parent}/${seed}`, within, new Uint8Array(16)))
  return prefixes.edit + parent.slice(-26, -16) + digits.slice(10)
}
