import type { IncomingMessage } from 'node:http'
import type { Middleware } from 'koa'
import type { Config, Site } from '../../config.ts'
import { forbiddenHost } from '../../rules/errors.ts'
import { hostAndPort } from '../../rules/host.ts'
import { forwarded } from './client_address.ts'
import { refuse } from '../answer/error_body.ts'

/** The service's own name, another name it answers to, or undefined for a host it does not serve. */
type HostMatch = 'canonical' | 'also' | undefined

const defaultPorts: Readonly<Record<string, string>> = { 'http:': '80', 'https:': '443' }

/** Returns the check of a Host header. For localhost both loopback addresses on its port are served too. */
export function servedHosts({ baseUrl, allowedHosts }: Pick<Config, 'baseUrl' | 'allowedHosts'>) {
  const base = new URL(baseUrl)
  const defaultPort = defaultPorts[base.protocol] ?? '80'
  const port = base.port || defaultPort
  const canonical = `${base.hostname}:${port}`
  const also = new Set(base.hostname === 'localhost' ? [`127.0.0.1:${port}`, `[::1]:${port}`] : [])
  for (const host of allowedHosts) {
    // a name without a port means the public port and the one the service listens on
    for (const at of [defaultPort, port]) {
      const named = hostAndPort(host, at)
      if (named && named !== canonical) also.add(named)
    }
  }
  // nearly every request writes its host as the one before did
  let last: { readonly header: string; readonly served: HostMatch } | undefined
  return (header: string | undefined): HostMatch => {
    if (header === undefined) return undefined
    if (header === last?.header) return last.served
    const named = hostAndPort(header, defaultPort)
    const served =
      named === undefined ? undefined : named === canonical ? 'canonical' : also.has(named) ? 'also' : undefined
    last = { header, served }
    return served
  }
}

/** The host that a request names, and whether it is served. */
export type Hosts = (req: IncomingMessage) => { readonly host: string | undefined; readonly served: HostMatch }

export function openHosts(config: Pick<Config, 'baseUrl' | 'allowedHosts' | 'trustProxy'>): Hosts {
  const serves = servedHosts(config)
  return (req) => {
    const host = forwarded(req, 'x-forwarded-host', config) ?? hostOf(req)
    return { host, served: serves(host) }
  }
}

/** Undefined when it is named twice (RFC 9112, 3.2): a proxy in front may have gone by the one that Node drops. */
function hostOf({ headers, rawHeaders }: IncomingMessage): string | undefined {
  let named = 0
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] as string
    if (name.length === 4 && name.toLowerCase() === 'host') named++
  }
  return named === 1 ? headers.host : undefined
}

/**
 * 403 for a Host that is not served, against DNS rebinding: a page whose name resolves to this machine reads nothing.
 */
export const onlyServedHosts =
  (hosts: Hosts, { baseUrl }: Site): Middleware =>
  (ctx, next) => {
    const { host, served } = hosts(ctx.req)
    if (served === undefined) return refuse(ctx, forbiddenHost('host', `This host is not served here. Use ${baseUrl}.`))
    ctx.state['host'] = host
    ctx.state['canonical'] = served === 'canonical'
    return next()
  }
