import { v7 } from 'uuid'

/** Prefix of every identifier; the specification's, then those CONTRACT.md adds. */
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

/** 128 bits as 26 lower-case Crockford digits: the order of the text is the order of the bytes. */
export function base32(bytes: Uint8Array): string {
  let value = 0n
  for (const byte of bytes) value = (value << 8n) | BigInt(byte)
  let digits = ''
  for (let place = 0; place < 26; place++) {
    digits = crockford[Number(value & 31n)] + digits
    value >>= 5n
  }
  return digits
}

/** `at` is the service clock in milliseconds, so ids sort by the service's time. */
export function mint(thing: Thing, at: number): string {
  return prefixes[thing] + base32(v7({ msecs: at }, new Uint8Array(16)))
}

export const isId = (thing: Thing, text: string): boolean =>
  text.startsWith(prefixes[thing]) && /^[0-9a-hjkmnp-tv-z]{26}$/.test(text.slice(prefixes[thing].length))
