import type { Middleware } from 'koa'
import type { Config } from '../config.ts'
import { forbiddenHost } from '../rules/errors.ts'
import { forwarded } from './client_address.ts'
import { refuse } from './refusals.ts'

/** How a Host header stands to the service: its own name, one it also answers to, or none of its names. */
export type Served = 'canonical' | 'also' | undefined

const defaultPorts: Readonly<Record<string, string>> = { 'http:': '80', 'https:': '443' }

/** host[:port] with the port written out; undefined for what is no host at all. */
function hostAndPort(text: string, defaultPort: string): string | undefined {
  const parts = /^(\[[0-9a-f:.]+\]|[^\s:,/@?#[\]]+)(?::(\d{1,5}))?$/i.exec(text)
  if (!parts?.[1]) return undefined
  return `${parts[1].toLowerCase().replace(/\.$/, '')}:${parts[2] ?? defaultPort}`
}

/** Tells whether a Host header is served. With localhost the two loopback addresses on its port are, too. */
export function servedHosts({ baseUrl, allowedHosts }: Pick<Config, 'baseUrl' | 'allowedHosts'>) {
  const base = new URL(baseUrl)
  const defaultPort = defaultPorts[base.protocol] ?? '80'
  const port = base.port || defaultPort
  const canonical = `${base.hostname}:${port}`
  const also = new Set(base.hostname === 'localhost' ? [`127.0.0.1:${port}`, `[::1]:${port}`] : [])
  for (const host of allowedHosts) {
    // a name without a port is meant for the port people see and the one the service listens on
    for (const at of [defaultPort, port]) {
      const named = hostAndPort(host, at)
      if (named && named !== canonical) also.add(named)
    }
  }
  return (header: string | undefined): Served => {
    const named = header === undefined ? undefined : hostAndPort(header, defaultPort)
    if (named === undefined) return undefined
    return named === canonical ? 'canonical' : also.has(named) ? 'also' : undefined
  }
}

/** 403 for a Host the service does not serve: a page that rebinds a name to this machine reads nothing. */
export function onlyServedHosts(config: Pick<Config, 'baseUrl' | 'allowedHosts' | 'trustProxy'>): Middleware {
  const serves = servedHosts(config)
  return (ctx, next) => {
    const host = forwarded(ctx.req, 'x-forwarded-host', config) ?? ctx.req.headers.host
    const served = serves(host)
    if (served === undefined) {
      return refuse(ctx, forbiddenHost('host', `This host is not served here. Use ${config.baseUrl}.`))
    }
    ctx.state['host'] = host
    ctx.state['canonical'] = served === 'canonical'
    return next()
  }
}
