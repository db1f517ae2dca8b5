import type { IncomingMessage } from 'node:http'
import ipaddr from 'ipaddr.js'
import type { Config } from '../config.ts'
import type { Networks } from '../tools/registration.ts'

type Trust = Pick<Config, 'trustProxy'>

/**
 * The address a request came from. Each trusted proxy appends the address it saw, so with n of them the n-th from the
 * right is the client's; what stands further left the client wrote itself.
 */
export function clientAddress(req: IncomingMessage, { trustProxy }: Trust): string {
  const peer = req.socket.remoteAddress ?? ''
  if (trustProxy === 0) return peer
  const header = req.headers['x-forwarded-for']
  const forwarded = (Array.isArray(header) ? header.join(',') : (header ?? '')).split(',').map((part) => part.trim())
  const seen = forwarded.filter((part) => part !== '').slice(-trustProxy)[0]
  return seen !== undefined && ipaddr.isValid(seen) ? seen : peer
}

/** Whether a request was made on this machine itself: a proxy or tunnel in front says otherwise by its headers. */
export function isLocal(req: IncomingMessage, trust: Trust): boolean {
  const forwarded = req.headers['x-forwarded-for'] ?? req.headers['forwarded'] ?? req.headers['x-forwarded-host']
  if (trust.trustProxy === 0 && forwarded !== undefined) return false
  const address = parsed(clientAddress(req, trust))
  return address === undefined || address.range() === 'loopback'
}

/** IPv6: people get a /64 at least, so a single address says little. */
export function networksOf(address: string): Networks {
  const ip = parsed(address)
  if (ip === undefined) return { network: 'unknown', region: 'unknown' }
  if (ip instanceof ipaddr.IPv4) return { network: ip.toString(), region: ipv4Network(ip, 16) }
  return { network: ipv6Network(ip, 64), site: ipv6Network(ip, 48), region: ipv6Network(ip, 32) }
}

/** An IPv4 address that comes as IPv6 is the IPv4 address. A unix socket has none. */
function parsed(address: string): ipaddr.IPv4 | ipaddr.IPv6 | undefined {
  const bare = address.split('%')[0] ?? ''
  return ipaddr.isValid(bare) ? ipaddr.process(bare) : undefined
}

const ipv4Network = (ip: ipaddr.IPv4, bits: number): string =>
  `${ipaddr.IPv4.networkAddressFromCIDR(`${ip.toString()}/${bits}`).toString()}/${bits}`
const ipv6Network = (ip: ipaddr.IPv6, bits: number): string =>
  `${ipaddr.IPv6.networkAddressFromCIDR(`${ip.toNormalizedString()}/${bits}`).toString()}/${bits}`
