import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import type { Config } from '../../config.ts'
import type { Networks } from '../../tools/arriving/spend_registration.ts'

type Trust = Pick<Config, 'trustProxy'>

/**
 * Returns the value that the outermost trusted proxy appended to a header: with n proxies the n-th value from the
 * right. Values further left were written by the client. Undefined without trusted proxies or without a value.
 */
export function forwarded(req: IncomingMessage, header: string, { trustProxy }: Trust): string | undefined {
  if (trustProxy === 0) return undefined
  const sent = req.headers[header]
  const values = (Array.isArray(sent) ? sent.join(',') : (sent ?? '')).split(',').map((value) => value.trim())
  return values.filter((value) => value !== '').slice(-trustProxy)[0]
}

/** The address of a client whose proxy forwarded no valid one: never loopback, and one network for all such clients. */
const unknown = 'unknown'

export function clientAddress(req: IncomingMessage, trust: Trust): string {
  const seen = forwarded(req, 'x-forwarded-for', trust)
  if (seen === undefined) return req.socket.remoteAddress ?? ''
  const bare = withoutPort(seen)
  return isIP(bare) === 0 ? unknown : bare
}

/** Some proxies append the client's port: 198.51.100.7:4711, [2001:db8::7]:4711. */
const withoutPort = (address: string): string =>
  /^\[([^\]]+)\](?::\d+)?$/.exec(address)?.[1] ?? /^(\d+(?:\.\d+){3}):\d+$/.exec(address)?.[1] ?? address

/**
 * Whether a request was made on this machine itself. Forwarding headers without a trusted proxy mean no, since a proxy
 * or tunnel wrote them. The peer has to be loopback too, so that a client that bypasses the proxies cannot claim it.
 */
export function isLocal(req: IncomingMessage, trust: Trust): boolean {
  const said = ['x-forwarded-for', 'forwarded', 'x-forwarded-host'].some((header) => req.headers[header] !== undefined)
  const seen = forwarded(req, 'x-forwarded-for', trust)
  if (said && seen === undefined) return false
  const peer = req.socket.remoteAddress ?? ''
  return isLoopback(peer) && (seen === undefined || isLoopback(clientAddress(req, trust)))
}

/** What most of them look like: to read an address takes longer than to take in its connection. */
const mostlyLoopback: ReadonlySet<string> = new Set(['', 'localhost', '127.0.0.1', '::1', '::ffff:127.0.0.1'])

/** The empty address counts as loopback: a unix socket has none. */
export const isLoopback = (address: string): boolean =>
  mostlyLoopback.has(address) || parsed(address.replace(/^\[(.*)\]$/, '$1'))?.range() === 'loopback'

/** The networks that limits count by. IPv6 starts at /64, since a client controls at least a whole /64. */
export function networksOf(address: string): Networks {
  const ip = parsed(address)
  if (ip === undefined) return { network: unknown, region: unknown }
  if (ip instanceof ipaddr.IPv4) return { network: ip.toString(), region: ipv4Network(ip, 16) }
  return { network: ipv6Network(ip, 64), site: ipv6Network(ip, 48), region: ipv6Network(ip, 32) }
}

export const clientNetworks = (req: IncomingMessage, trust: Trust): Networks => networksOf(clientAddress(req, trust))

/** Reads an IPv4-mapped IPv6 address as the IPv4 address. */
function parsed(address: string): ipaddr.IPv4 | ipaddr.IPv6 | undefined {
  const bare = address.split('%')[0] ?? ''
  return ipaddr.isValid(bare) ? ipaddr.process(bare) : undefined
}

const ipv4Network = (ip: ipaddr.IPv4, bits: number): string =>
  `${ipaddr.IPv4.networkAddressFromCIDR(`${ip.toString()}/${bits}`).toString()}/${bits}`
const ipv6Network = (ip: ipaddr.IPv6, bits: number): string =>
  `${ipaddr.IPv6.networkAddressFromCIDR(`${ip.toNormalizedString()}/${bits}`).toString()}/${bits}`
