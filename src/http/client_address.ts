import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import type { Config } from '../config.ts'
import type { Networks } from '../tools/arriving/registration.ts'

type Trust = Pick<Config, 'trustProxy'>

/**
 * What the outermost of the trusted proxies wrote into a header that each of them appends to: with n of them the n-th
 * from the right. What stands further left the client wrote itself. Undefined where nobody wrote anything.
 */
export function forwarded(req: IncomingMessage, header: string, { trustProxy }: Trust): string | undefined {
  if (trustProxy === 0) return undefined
  const sent = req.headers[header]
  const values = (Array.isArray(sent) ? sent.join(',') : (sent ?? '')).split(',').map((value) => value.trim())
  return values.filter((value) => value !== '').slice(-trustProxy)[0]
}

/** What stands for the address of a client whose proxy names none that can be read: it is nobody's neighbour. */
const unknown = 'unknown'

/** The address a request came from. */
export function clientAddress(req: IncomingMessage, trust: Trust): string {
  const seen = forwarded(req, 'x-forwarded-for', trust)
  if (seen === undefined) return req.socket.remoteAddress ?? ''
  const bare = withoutPort(seen)
  return isIP(bare) === 0 ? unknown : bare
}

/** Some proxies add the client's port: 198.51.100.7:4711, [2001:db8::7]:4711. */
const withoutPort = (address: string): string =>
  /^\[([^\]]+)\](?::\d+)?$/.exec(address)?.[1] ?? /^(\d+(?:\.\d+){3}):\d+$/.exec(address)?.[1] ?? address

/**
 * Whether a request was made on this machine itself: a proxy or tunnel in front says otherwise by its headers, and who
 * came around the proxies cannot claim it.
 */
export function isLocal(req: IncomingMessage, trust: Trust): boolean {
  const said = ['x-forwarded-for', 'forwarded', 'x-forwarded-host'].some((header) => req.headers[header] !== undefined)
  const seen = forwarded(req, 'x-forwarded-for', trust)
  if (said && seen === undefined) return false
  const peer = req.socket.remoteAddress ?? ''
  return isLoopback(peer) && (seen === undefined || isLoopback(clientAddress(req, trust)))
}

/** A unix socket has no address. */
export const isLoopback = (address: string): boolean =>
  address === '' || address === 'localhost' || parsed(address.replace(/^\[(.*)\]$/, '$1'))?.range() === 'loopback'

/** IPv6: people get a /64 at least, so a single address says little. */
export function networksOf(address: string): Networks {
  const ip = parsed(address)
  if (ip === undefined) return { network: unknown, region: unknown }
  if (ip instanceof ipaddr.IPv4) return { network: ip.toString(), region: ipv4Network(ip, 16) }
  return { network: ipv6Network(ip, 64), site: ipv6Network(ip, 48), region: ipv6Network(ip, 32) }
}

/** An IPv4 address that comes as IPv6 is the IPv4 address. */
function parsed(address: string): ipaddr.IPv4 | ipaddr.IPv6 | undefined {
  const bare = address.split('%')[0] ?? ''
  return ipaddr.isValid(bare) ? ipaddr.process(bare) : undefined
}

const ipv4Network = (ip: ipaddr.IPv4, bits: number): string =>
  `${ipaddr.IPv4.networkAddressFromCIDR(`${ip.toString()}/${bits}`).toString()}/${bits}`
const ipv6Network = (ip: ipaddr.IPv6, bits: number): string =>
  `${ipaddr.IPv6.networkAddressFromCIDR(`${ip.toNormalizedString()}/${bits}`).toString()}/${bits}`
