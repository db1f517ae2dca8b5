import { oauth } from '../../rules/limits.ts'

/**
 * Whether an address may be a redirect URI: https, http on loopback (RFC 8252), or an app's scheme, which is a reversed
 * domain name. Never with a fragment, user name or password, and never with a host that others read otherwise.
 */
export function isRedirect(address: string): boolean {
  if (address.length > oauth.address || !uri.test(address) || !URL.canParse(address)) return false
  const url = new URL(address)
  if (address.includes('#') || url.username !== '' || url.password !== '') return false
  if (/^https?:$/.test(url.protocol) && hostAsWritten(address) !== url.hostname) return false
  if (url.protocol === 'https:') return plainHost.test(url.hostname)
  if (url.protocol === 'http:') return isLoopback(url)
  return appScheme.test(url.protocol)
}

/**
 * Validates redirect_uris: returns those that can be used, 'count' for a wrong number, or the index of the first bad one.
 * An app names the address of its own scheme beside others (Cursor does, and uses the one on loopback): it is left out.
 */
export function redirectsIn(sent: unknown): readonly string[] | 'count' | number {
  const { least, most } = oauth.redirectUris
  if (!Array.isArray(sent) || sent.length < least || sent.length > most) return 'count'
  const ofApp = (address: string): boolean => ownScheme.test(address)
  const wrong = sent.findIndex((address) => typeof address !== 'string' || !(isRedirect(address) || ofApp(address)))
  if (wrong !== -1) return wrong
  const usable = (sent as string[]).filter(isRedirect)
  return usable.length === 0 ? 0 : usable
}

const ownScheme = /^(?!https?:)[a-z][a-z0-9+.-]*:\/\//i

/** Other characters of a host would get into a Content-Security-Policy, or act as a wildcard there. */
const plainHost = /^(?:[a-z0-9-]+(?:\.[a-z0-9-]+)*\.?|\[[0-9a-f:.]+\])$/
/** The characters of RFC 3986: browsers take a backslash for a slash, and others for a part of a user name. */
const uri = /^[\w.~:/?#[\]@!$&'()*+,;=%-]+$/
const appScheme = /^[a-z][a-z0-9-]*(?:\.[a-z0-9-]+)+:$/
const loopback: ReadonlySet<string> = new Set(['127.0.0.1', '[::1]', 'localhost'])

/** Browsers also take `https:x.example`, `https://%78.example` and `http://0x7f.1` for hosts. */
const hostAsWritten = (address: string): string | undefined =>
  /^https?:\/\/(\[[^\]]*\]|[^:/?]*)/i.exec(address)?.[1]?.toLowerCase()

const isLoopback = ({ hostname }: URL): boolean => loopback.has(hostname)

/** Any program on the person's machine could be listening there. */
export const leadsToThisComputer = (address: string): boolean => isLoopback(new URL(address))

/** Matches a registered address exactly; on loopback any port matches, because apps take a free one. */
export function isRegistered(address: string, registered: readonly string[]): boolean {
  if (registered.includes(address)) return true
  const asked = withoutPort(address)
  return asked !== undefined && registered.some((known) => withoutPort(known) === asked)
}

/** Returns a loopback address without its port, as written; undefined for any other address. */
function withoutPort(address: string): string | undefined {
  const [, host, , rest] = /^(http:\/\/(?:127\.0\.0\.1|\[::1\]|localhost))(:\d{1,5})?((?:[/?].*)?)$/.exec(address) ?? []
  return host === undefined || !isRedirect(address) ? undefined : host + rest
}

/** Returns the source for a Content-Security-Policy: the origin, or the scheme for apps and IPv6 hosts. */
export function redirectSource(address: string): string {
  const { protocol, hostname, origin } = new URL(address)
  return /^https?:$/.test(protocol) && !hostname.startsWith('[') ? origin : protocol
}

/** Returns the destination in a form that a person can check. */
export function redirectPlace(address: string): string {
  const url = new URL(address)
  return url.host || url.protocol.slice(0, -1)
}
