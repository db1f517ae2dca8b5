import { type Untrusted, words } from '../untrusted.ts'
import { characters } from '../characters.ts'

export type SecretKind =
  /** a credential of this service, never to be shared */
  | 'own_credential'
  /** an invite token: meant to be shared, once the sender confirms */
  | 'invite'
  | 'cloud_token'
  | 'git_token'
  | 'service_token'
  | 'private_key'
  | 'jwt'
  | 'card_number'
  | 'password_in_url'

/** Where a text looks like a secret, without the secret itself. `at` counts code points from the start of the field. */
export interface Finding {
  readonly kind: SecretKind
  readonly field: string
  readonly at: number
}

export interface Field {
  readonly field: string
  readonly text: string
}

/** Returns the findings to refuse: all, or after `confirm_sensitive` only the service's own credentials. */
export const refusedFindings = (findings: readonly Finding[], confirmed: boolean): readonly Finding[] =>
  confirmed ? findings.filter(({ kind }) => kind === 'own_credential') : findings

/** Returns the fields that need the full scan, as plain text. */
export function suspectsIn(fields: Readonly<Record<string, Untrusted | undefined>>): Field[] {
  const suspects: Field[] = []
  for (const [field, text] of Object.entries(fields)) {
    if (text !== undefined && mayHoldSecret(words(text))) suspects.push({ field, text: words(text) })
  }
  return suspects
}

/**
 * Cheap pre-filter for the main loop: false means that no pattern, here or in the engine, can match. Most posts stop
 * here; the others go to workers/scan_secrets.ts.
 */
export const mayHoldSecret = (text: string): boolean => marks.test(text) || longNumber.test(text)

const marks = new RegExp(
  [
    'dp(?:[aorscvi]|code)_',
    '-----BEGIN',
    'PuTTY-User-Key',
    'AGE-SECRET-KEY',
    // anchored at the start of a token: tried at every letter, a long token would take quadratic time
    String.raw`(?<![A-Za-z0-9_-])ey[A-Za-z0-9_-]{8,4000}\.ey`,
    String.raw`:\/\/[^\s\/@:]{0,256}:[^\s\/@]{1,256}@`,
    '(?:A3T[A-Z0-9]|AKIA|AGPA|AIDA|AROA|AIPA|ANPA|ANVA|ASIA)[A-Z0-9]{16}',
    '[Ss](?:ECRET|ecret)_?[Aa](?:CCESS|ccess)_?[Kk]',
    'AIza[0-9A-Za-z_-]{20}',
    String.raw`ya29\.`,
    'GOCSPX-',
    'AccountKey=',
    'dop_v1_',
    'dapi[a-f0-9]{32}',
    'gh[pousr]_',
    'github_pat_',
    'gl(?:pat|dt|rt|cbt|ptt|ft|soat|imt|agent)-',
    'ATBB',
    'ATATT3',
    'npm_',
    '_authToken',
    'pypi-AgE',
    'rubygems_',
    'x-oauth-basic',
    '[sr]k_(?:live|test)_',
    'whsec_',
    'sk-[A-Za-z0-9_-]{16}',
    'xox[a-z]-',
    'xapp-',
    String.raw`hooks\.slack\.com`,
    String.raw`SG\.\w`,
    'shp(?:pa|ca|at|ss)_',
    'lin_api_',
    'ops_ey',
    'hf_[A-Za-z0-9]{30}',
    'hv[sbr]\\.[A-Za-z0-9_-]{20}',
    'ntn_',
    'secret_[A-Za-z0-9]{30}',
    'figd_',
    'sbp_',
    'key-[0-9a-z]{32}',
    'SK[0-9a-f]{32}',
    '[0-9]{8,10}:AA[A-Za-z0-9_-]{30}',
    String.raw`[MNO][A-Za-z0-9_-]{23,27}\.[\w-]{6}\.`,
    'private_key',
  ].join('|'),
)

const longNumber = /\d(?:[ -]?\d){12}/

/** Bounded and anchored at the start of a token, so that no text causes quadratic time. */
const patterns: readonly (readonly [SecretKind, RegExp])[] = [
  ['own_credential', /(?:dp[aorscv]|dpcode)_[A-Za-z0-9_-]{32,}/g],
  ['invite', /dpi_[A-Za-z0-9_-]{32,}/g],
  [
    'private_key',
    /-----BEGIN [A-Z0-9 ]{0,30}PRIVATE KEY(?: BLOCK)?-----|PuTTY-User-Key-File-\d|AGE-SECRET-KEY-1[A-Z0-9]{50}/g,
  ],
  ['jwt', /(?<![A-Za-z0-9_-])ey[A-Za-z0-9_-]{8,4000}\.ey[A-Za-z0-9_-]{8,8000}\.[A-Za-z0-9_-]{10,}/g],
  [
    'git_token',
    /(?<![A-Za-z0-9])(?:gh[pousr]_[A-Za-z0-9]{36}|github_pat_[A-Za-z0-9_]{60,}|gl(?:pat|dt|rt|cbt|ptt|ft|soat|imt|agent)-[A-Za-z0-9_-]{20,}|ATBB[A-Za-z0-9]{32}|ATATT3[A-Za-z0-9_=-]{40,})/g,
  ],
  [
    'cloud_token',
    /(?<![A-Za-z0-9])(?:(?:AKIA|ASIA)[A-Z0-9]{16}(?![A-Z0-9])|AIza[0-9A-Za-z_-]{35}|ya29\.[0-9A-Za-z_-]{20,}|GOCSPX-[0-9A-Za-z_-]{28}|dop_v1_[a-f0-9]{64}|dapi[a-f0-9]{32})|AccountKey=[A-Za-z0-9+/]{80,}/g,
  ],
  [
    'cloud_token',
    /[Ss](?:ECRET|ecret)_?[Aa](?:CCESS|ccess)_?[Kk](?:EY|ey)["']?\s{0,8}[:=]\s{0,8}["']?[A-Za-z0-9/+]{40}(?![A-Za-z0-9/+])/g,
  ],
  [
    'service_token',
    /(?<![A-Za-z0-9])(?:[sr]k_(?:live|test)_[A-Za-z0-9]{16,}|whsec_[A-Za-z0-9+/]{24,}|sk-(?:proj|svcacct|admin|ant|or)-[A-Za-z0-9_-]{20,}|sk-[A-Za-z0-9]{40,}|npm_[A-Za-z0-9]{36}|pypi-AgE[A-Za-z0-9_-]{50,}|rubygems_[a-f0-9]{48}|hf_[A-Za-z0-9]{34}|hv[sbr]\.[A-Za-z0-9_-]{24,}|ntn_[A-Za-z0-9]{40,}|secret_[A-Za-z0-9]{43}|figd_[A-Za-z0-9_-]{40,}|sbp_[a-f0-9]{40}|key-[0-9a-z]{32}|SK[0-9a-f]{32}|lin_api_[A-Za-z0-9]{32,}|xox[abopr]-[A-Za-z0-9-]{20,}|SG\.[\w-]{16,64}\.[\w-]{16,64}|shp(?:pa|ca|at|ss)_[A-Za-z0-9]{32})|_authToken=[^\s$]{8,}/g,
  ],
  [
    'service_token',
    /(?<![A-Za-z0-9_-])(?:\d{8,10}:AA[A-Za-z0-9_-]{33}|[MNO][A-Za-z0-9_-]{23,27}\.[\w-]{6}\.[\w-]{27,40})(?![A-Za-z0-9_-])/g,
  ],
]

/** Collects findings; where two overlap, the first one added stays. */
interface Places {
  add(kind: SecretKind, from: number, to: number): void
  /** in the order of the text */
  findings(): Finding[]
}

export function placesIn({ field, text }: Field): Places {
  const found: { kind: SecretKind; from: number }[] = []
  const taken = new Uint8Array(text.length)
  return {
    add(kind, from, to) {
      if (taken.subarray(from, to).includes(1)) return
      taken.fill(1, from, to)
      found.push({ kind, from })
    },
    findings() {
      let [at, counted] = [0, 0]
      return found
        .sort((a, b) => a.from - b.from)
        .map(({ kind, from }) => {
          at += characters(text.slice(counted, from))
          counted = from
          return { kind, field, at }
        })
    },
  }
}

/** Adds what the patterns of this file find; the engine of workers/scan_secrets.ts finds more. */
export function addSecrets(places: Places, text: string): void {
  for (const [kind, pattern] of patterns) {
    for (const { 0: hit, index } of text.matchAll(pattern)) places.add(kind, index, index + hit.length)
  }
  for (const { 0: hit, index, groups } of text.matchAll(urlPassword)) {
    if (!isPlaceholder(groups?.['password'] ?? '')) places.add('password_in_url', index, index + hit.length)
  }
  for (const { 0: hit, index } of text.matchAll(cardLike)) {
    if (isCard(hit)) places.add('card_number', index, index + hit.length)
  }
}

export function secretsIn(field: Field): Finding[] {
  const places = placesIn(field)
  addSecrets(places, field.text)
  return places.findings()
}

/** For short texts, without the engine, which does not know the service's own credentials. */
export const ownCredentialsIn = (fields: readonly Field[]): readonly Finding[] =>
  fields.flatMap(secretsIn).filter(({ kind }) => kind === 'own_credential')

const urlPassword = /(?<![a-z0-9+.-])[a-z][a-z0-9+.-]{1,20}:\/\/[^\s/@:]{0,256}:(?<password>[^\s/@]{1,256})@[^\s/@]/gi

/** Placeholders that documentation uses in place of a password. */
const isPlaceholder = (password: string): boolean =>
  /^(?:[*x.…]+|[<{[$%].*|(?:your|my)?[-_]?(?:pass(?:word|wd)?|pwd|secret|token|key|changeme|example|redacted|hidden))$/i.test(
    password,
  )

/** The same separator throughout, and not part of a longer name or number. */
const cardLike = /(?<![\w.\-/=#])\d{4}(?:([ -])\d{4}\1\d{4}\1\d{1,7}|([ -])\d{6}\2\d{4,5}|\d{9,15})(?![\w-])/g

function isCard(text: string): boolean {
  const digits = text.replace(/[ -]/g, '')
  return networks.test(digits) && !/^(\d)\1*$/.test(digits) && luhn(digits)
}

const networks =
  /^(?:4(?:\d{12}|\d{15}|\d{18})|5[1-5]\d{14}|2(?:2[2-9]|[3-6]\d|7[01])\d{13}|2720\d{12}|3[47]\d{13}|6(?:011|5\d\d|4[4-9]\d)\d{12}|35(?:2[89]|[3-8]\d)\d{12}|3(?:0[0-5]|[68]\d)\d{11}|62\d{14,17})$/

function luhn(digits: string): boolean {
  let sum = 0
  for (let place = 0; place < digits.length; place++) {
    const digit = Number(digits[digits.length - 1 - place])
    sum += place % 2 === 0 ? digit : digit > 4 ? digit * 2 - 9 : digit * 2
  }
  return sum % 10 === 0
}
