import { oauth } from '../../rules/limits.ts'

/**
 * Whether a client may be sent back there: https, http on this machine (RFC 8252), or a scheme of an app, which is a
 * domain written backwards. Never a fragment, and no name or password in it.
 */
export function isRedirect(address: string): boolean {
  if (address.length > oauth.address || !printable.test(address) || !URL.canParse(address)) return false
  const url = new URL(address)
  if (address.includes('#') || url.username !== '' || url.password !== '') return false
  if (url.protocol === 'https:') return plainHost.test(url.hostname)
  if (url.protocol === 'http:') return isLoopback(url)
  return appScheme.test(url.protocol)
}

/** What a client names as its redirect_uris: the addresses, or what is wrong with them (the place of the first bad one). */
export function redirectsIn(sent: unknown): readonly string[] | 'count' | number {
  const { least, most } = oauth.redirectUris
  if (!Array.isArray(sent) || sent.length < least || sent.length > most) return 'count'
  const wrong = sent.findIndex((address) => typeof address !== 'string' || !isRedirect(address))
  return wrong === -1 ? (sent as string[]) : wrong
}

/** What else a host may hold would end up in a policy, or stand for many. */
const plainHost = /^(?:[a-z0-9-]+(?:\.[a-z0-9-]+)*\.?|\[[0-9a-f:.]+\])$/
const printable = /^[\x21-\x7e]+$/
const appScheme = /^[a-z][a-z0-9-]*(?:\.[a-z0-9-]+)+:$/
const loopback: ReadonlySet<string> = new Set(['127.0.0.1', '[::1]', 'localhost'])

const isLoopback = ({ hostname }: URL): boolean => loopback.has(hostname)

/** Whatever program runs on the person's machine could be who hears there. */
export const leadsToThisComputer = (address: string): boolean => isLoopback(new URL(address))

/** Exactly one of those registered; a program on the person's machine takes whatever port is free. */
export function isRegistered(address: string, registered: readonly string[]): boolean {
  if (registered.includes(address)) return true
  const asked = withoutPort(address)
  return asked !== undefined && registered.some((known) => withoutPort(known) === asked)
}

/** Of a loopback address as it was written; any other has none to leave out. */
function withoutPort(address: string): string | undefined {
  const [, host, , rest] = /^(http:\/\/(?:127\.0\.0\.1|\[::1\]|localhost))(:\d{1,5})?((?:[/?].*)?)$/.exec(address) ?? []
  return host === undefined || !isRedirect(address) ? undefined : host + rest
}

/** What a Content-Security-Policy names it by: its origin; the scheme of an app, or where the address is in IPv6. */
export function redirectSource(address: string): string {
  const { protocol, hostname, origin } = new URL(address)
  return /^https?:$/.test(protocol) && !hostname.startsWith('[') ? origin : protocol
}

/** Where a person is sent, as they can check it. */
export function redirectPlace(address: string): string {
  const url = new URL(address)
  return url.host || url.protocol.slice(0, -1)
}
