import { redirectPlace } from './redirects.ts'

interface ChatHost {
  readonly label: string
  readonly origins: readonly string[]
  readonly callback: RegExp
}

const chatHosts: readonly ChatHost[] = [
  {
    label: 'Claude',
    origins: ['https://claude.ai', 'https://claude.com'],
    callback: /^https:\/\/claude\.(?:ai|com)\/api\/mcp\/auth_callback$/,
  },
  {
    label: 'ChatGPT',
    origins: ['https://chatgpt.com'],
    callback: /^https:\/\/chatgpt\.com\/(?:connector_platform_oauth_redirect|connector\/oauth\/(?!\.\.?$)[\w.~-]+)$/,
  },
]

interface Known {
  /** client_…, or the URL of its metadata */
  readonly client_id: string
  /** of a registered client */
  readonly redirect_uris?: readonly string[]
}

/**
 * Returns the label of a client that is a verified host: recognised by its redirect URIs, by the origin of its
 * metadata, or by the operator's configuration. Its own name never counts. Asked anew at each call (bearer_check.ts).
 */
export function hostLabel(
  { client_id, redirect_uris = [] }: Known,
  verifiedClients: readonly string[],
): string | undefined {
  const origin = originOf(client_id)
  const isNamed = verifiedClients.some((named) => named === client_id || (origin && withoutSlash(named) === origin))
  const known = chatHosts.find(({ origins, callback }) =>
    origin === undefined
      ? redirect_uris.length > 0 && redirect_uris.every((address) => callback.test(address))
      : origins.includes(origin),
  )
  if (known || !isNamed) return known?.label
  return placeOf({ client_id, redirect_uris })
}

/** Returns a name for a client that does not depend on its own claims. */
export function placeOf({ client_id, redirect_uris = [] }: Known): string {
  if (originOf(client_id) !== undefined) return new URL(client_id).host
  const [first] = redirect_uris
  return first === undefined ? client_id : redirectPlace(first)
}

const originOf = (client_id: string): string | undefined =>
  client_id.startsWith('https://') && URL.canParse(client_id) ? new URL(client_id).origin : undefined

const withoutSlash = (named: string): string => named.replace(/\/$/, '')
