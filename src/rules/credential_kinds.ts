/** Prefix of each kind of secret, so that readers and secret scanners recognise it. */
export const credentialPrefixes = {
  agent_key: 'dpa_',
  access_token: 'dpo_',
  refresh_token: 'dpr_',
  session: 'dps_',
  link: 'dpc_',
  email_verification: 'dpv_',
  invite: 'dpi_',
  oauth_code: 'dpcode_',
} as const

export type CredentialKind = keyof typeof credentialPrefixes

/**
 * Kinds that a call may bring as its Bearer token: at /mcp, the tools, Markdown pages and exports alike. A session comes as
 * a cookie, and each other kind to one page or endpoint of its own.
 */
export const bearerKinds = ['agent_key', 'sub_agent_key', 'access_token'] as const

/** 32 bytes in base64url */
export const secretCharacters = 43

const kinds = Object.entries(credentialPrefixes) as [CredentialKind, string][]

/** Returns the kind of credential by form alone: the credential may be unknown, expired or revoked. */
export function credentialKind(text: string): CredentialKind | undefined {
  const [, prefix, secret] = /^(dp[aorscvi]_|dpcode_)([A-Za-z0-9_-]+)$/.exec(text) ?? []
  return secret?.length === secretCharacters ? kinds.find(([, known]) => known === prefix)?.[0] : undefined
}

/** Returns a credential of that kind inside a text, such as the end of a link. */
export function credentialIn(kind: CredentialKind, text: string): string | undefined {
  const found = new RegExp(`(?<![\\w-])${credentialPrefixes[kind]}[\\w-]{${secretCharacters}}(?![\\w-])`).exec(text)
  return found?.[0]
}
