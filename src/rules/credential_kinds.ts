import { lifetimes, pace } from './limits.ts'
import { hours } from './units.ts'

interface CredentialRow {
  /** how the secret begins, so that readers and secret scanners recognise it */
  readonly prefix: string
  /**
   * A Bearer token serves all calls: /mcp, the tools, Markdown pages and exports; a cookie the web app and what it calls
   * under /api. The others serve one page or endpoint.
   */
  readonly comesAs: 'bearer' | 'cookie' | 'fragment' | 'oauth_field'
  /** milliseconds; the most, where the one who makes it chooses */
  readonly lifetime: number
  /** what it opens at most, whatever its participant may do */
  readonly limitedTo: 'participant' | 'named_places' | 'grant' | 'web' | 'linking' | 'address' | 'place'
}

const row = (
  prefix: string,
  comesAs: CredentialRow['comesAs'],
  lifetime: number,
  limitedTo: CredentialRow['limitedTo'],
): CredentialRow => ({ prefix, comesAs, lifetime, limitedTo })

const subagentKey = hours(pace.subagentHours.most)

/** The kinds of credentials, in the order of the specification. */
// biome-ignore format: a table is read by its columns
export const credentialKinds = {
  //                        prefix     comes as       lifetime                     limited to
  agent_key:          row( 'dpa_',    'bearer',      lifetimes.agentKey,          'participant'  ),
  sub_agent_key:      row( 'dpa_',    'bearer',      subagentKey,                 'named_places' ),
  access_token:       row( 'dpo_',    'bearer',      lifetimes.accessToken,       'grant'        ),
  refresh_token:      row( 'dpr_',    'oauth_field', lifetimes.refreshToken,      'grant'        ),
  session:            row( 'dps_',    'cookie',      lifetimes.session,           'web'          ),
  link:               row( 'dpc_',    'fragment',    lifetimes.link,              'linking'      ),
  email_verification: row( 'dpv_',    'fragment',    lifetimes.emailVerification, 'address'      ),
  invite:             row( 'dpi_',    'fragment',    lifetimes.invite,            'place'        ),
  oauth_code:         row( 'dpcode_', 'oauth_field', lifetimes.oauthCode,         'grant'        ),
}

export type CredentialKind = keyof typeof credentialKinds

/** Invites are kept apart, since they belong to a place and not to a participant. */
export type StoredKind = Exclude<CredentialKind, 'invite'>

const kinds = Object.keys(credentialKinds) as readonly CredentialKind[]

const kindsWhere = (is: (row: CredentialRow) => boolean): readonly CredentialKind[] =>
  kinds.filter((kind) => is(credentialKinds[kind]))

/** Kinds that a call may bring as its Bearer token. */
export const bearerKinds = kindsWhere(({ comesAs }) => comesAs === 'bearer')

/** Kinds that come in the session's cookie. */
export const cookieKinds = kindsWhere(({ comesAs }) => comesAs === 'cookie')

/** Kinds that stand for a person's consent to a host, and end together. */
export const grantKinds = kindsWhere(({ limitedTo }) => limitedTo === 'grant')

/** The prefixes, each once. */
export const credentialPrefixes: readonly string[] = [...new Set(kinds.map((kind) => credentialKinds[kind].prefix))]

/** Returns when a credential ends that is made now, in ISO 8601; earlier where its maker asks for less. */
export const expiryOf = (kind: CredentialKind, now: number, latest = Infinity): string =>
  new Date(Math.min(now + credentialKinds[kind].lifetime, latest)).toISOString()

/** 32 bytes in base64url */
const secretCharacters = 43

const form = new RegExp(`^(${credentialPrefixes.join('|')})([A-Za-z0-9_-]+)$`)

/**
 * Returns the kind of credential by form alone: the credential may be unknown, expired or revoked. A sub-agent's key has
 * the form of an agent key.
 */
export function credentialKind(text: string): CredentialKind | undefined {
  const [, prefix, secret] = form.exec(text) ?? []
  return secret?.length === secretCharacters ? kinds.find((kind) => credentialKinds[kind].prefix === prefix) : undefined
}

/** Returns a credential of that kind inside a text, such as the end of a link. */
export function credentialIn(kind: CredentialKind, text: string): string | undefined {
  const { prefix } = credentialKinds[kind]
  return new RegExp(`(?<![\\w-])${prefix}[\\w-]{${secretCharacters}}(?![\\w-])`).exec(text)?.[0]
}
