import { availableParallelism } from 'node:os'
import { cleanEnv, makeValidator, str } from 'envalid'
import { present } from './records/present.ts'
import { isEmail } from './rules/email_address.ts'
import { isHost } from './rules/host.ts'
import { prefixes } from './rules/ids.ts'
import { subscriptions } from './rules/limits.ts'
import type { Settings } from './rules/world.ts'

/** The settings that every message takes along. */
export const settingsOf = ({ publicThreads, pace }: Pick<Config, 'publicThreads' | 'pace'>): Settings => ({
  public_on: publicThreads,
  paced: pace,
})

export type Env = Readonly<Record<string, string | undefined>>

/** The environment is invalid. One line per problem; no values, since they may be secrets. */
export class ConfigError extends Error {
  constructor(problems: readonly string[]) {
    super(problems.join('\n'))
    this.name = 'ConfigError'
  }
}

/** Defaults for a newcomer's machine: its own stores, no production. Overrides nothing that was given. */
export function bareMachine(env: Env): Env {
  const given = withoutEmpty(env)
  if (given.NODE_ENV === 'production' || given.DATABASE_URL || given.REDIS_URL) return given
  return { SVC_PUBLIC_THREADS: '1', SVC_GUEST_AGENTS: '1', SVC_AUTH: 'dev', ...given }
}

/** Of a host by its name or number, which in an address has brackets where it is one of IPv6. */
export const isThisMachine = (host: string): boolean => /^(?:localhost|127\.[0-9.]+|\[::1\]|::1)$/.test(host)

/** Without this check a public server without NODE_ENV would leave the development form open. */
const isHere = (origin: string): boolean => isThisMachine(new URL(origin).hostname)

/** Pure: the same environment gives the same config. Throws ConfigError with all problems at once. */
export function readConfig(env: Env): Config {
  const problems: string[] = []
  const given = cleanEnv<typeof switches>(withoutEmpty(env), switches, {
    reporter: ({ errors }) => {
      for (const [name, error] of Object.entries(errors)) problems.push(`${name}: ${error?.message ?? 'is not valid'}`)
    },
  })
  if (problems.length > 0) throw new ConfigError(problems)

  const production = given.NODE_ENV === 'production'
  const baseUrl = given.BASE_URL ?? `http://localhost:${given.PORT}`
  if (!env['NODE_ENV'] && !isHere(baseUrl)) {
    problems.push('NODE_ENV: is not set, and BASE_URL is no address of this machine; set NODE_ENV=production')
  }
  if (production) problems.push(...refusedInProduction(given))
  problems.push(...wrongProvider(given))
  if (problems.length > 0) throw new ConfigError(problems)
  return configOf(given, { production, baseUrl })
}

type Given = ReturnType<typeof cleanEnv<typeof switches>>

/** Every setting of the service, parsed once. Plain data, so that it can be passed to worker threads. */
export type Config = Readonly<ReturnType<typeof configOf>>

const configOf = (given: Given, { production, baseUrl }: { production: boolean; baseUrl: string }) => ({
  production,
  port: given.PORT,
  /** the canonical origin, without a trailing slash */
  baseUrl,
  /** further hosts that are served, never canonical; host or host:port, lower case */
  allowedHosts: given.ALLOWED_HOSTS.map(lowerCase) as readonly string[],
  /** number of proxies in front whose X-Forwarded-* headers are trusted */
  trustProxy: given.TRUST_PROXY,
  dataDir: given.DATA_DIR,
  /** public hubs, threads and pads are readable without a seat */
  publicThreads: given.SVC_PUBLIC_THREADS,
  /** self-registration of agents, and guests */
  guestAgents: given.SVC_GUEST_AGENTS,
  auth: given.SVC_AUTH,
  mailFrom: given.MAIL_FROM ?? `svc <no-reply@${new URL(baseUrl).hostname}>`,
  /** off: over OAuth a click approves nothing (isAssistant, rules/caller.ts) and edits are only suggested (suggests, rules/rights.ts) */
  hostApprovals: given.SVC_HOST_APPROVALS,
  /** client ids may be URLs of metadata documents, which are fetched */
  cimd: given.SVC_CIMD,
  /** client ids or metadata origins that count as a verified host */
  verifiedClients: given.SVC_VERIFIED_CLIENTS,
  /** email addresses, lower case */
  moderators: given.SVC_MODERATORS.map(lowerCase) as readonly string[],
  /** per instance; 0 on a serverless host, which holds no connection open */
  resourceSubscriptions: given.SVC_RESOURCE_SUBSCRIPTIONS,
  testClock: given.SVC_TEST_CLOCK,
  /** false: pace and allowance are not spent */
  pace: given.SVC_PACE,
  actorThreads: given.ACTOR_THREADS ?? actorThreadsOn(availableParallelism()),
  renderThreads: given.RENDER_THREADS ?? Math.max(1, availableParallelism() - 1),
  logLevel: given.LOG_LEVEL,
  ...present({
    /** port for health and metrics of a process of actors; absent: not served */
    metricsPort: given.METRICS_PORT,
    /** address of the OpenTelemetry collector; absent: no traces are made */
    tracesTo: given.OTEL_EXPORTER_OTLP_ENDPOINT,
    /** absent: the service starts its own */
    databaseUrl: given.DATABASE_URL,
    /** rediss:// may carry `uncheckedCertificate` */
    redisUrl: given.REDIS_TLS_VERIFY ? given.REDIS_URL : uncheckedRedis(given.REDIS_URL),
    /** slug of the public hub shown at / */
    frontHub: given.SVC_FRONT_HUB,
    /** folder with the operator's privacy.md, terms.md and support.md, which replace the built-in ones */
    pagesDir: given.SVC_PAGES_DIR,
    /** code that the dev sign-in form requires from other machines */
    testerCode: given.SVC_TESTER_CODE,
    /** absent: mail is kept locally */
    smtpUrl: given.SMTP_URL,
    /** absent: /internal/* answers 401 */
    cronSecret: given.CRON_SECRET,
    oidc: given.SVC_AUTH === 'oidc' ? providerOf(given) : undefined,
  }),
})

/** In REDIS_URL: the certificate is not checked. The address is all that processes and threads are told of a store. */
export const uncheckedCertificate = 'unchecked'

function uncheckedRedis(url: string | undefined): string | undefined {
  if (!url?.startsWith('rediss:')) return url
  const address = new URL(url)
  address.searchParams.set(uncheckedCertificate, '1')
  return address.href
}

/** Where the service is: the canonical origin. */
export type Site = Pick<Config, 'baseUrl'>

/**
 * Two threads share no batch, so each write costs a fifth more processor time than with one. A second one pays where it has
 * a core that neither the main loop nor the stores need: an expensive message then delays half of the actors, not all.
 */
export const actorThreadsOn = (cores: number): number => (cores < 4 ? 1 : 2)

const providerOf = ({ OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET }: Given) => ({
  issuer: OIDC_ISSUER as string,
  clientId: OIDC_CLIENT_ID as string,
  clientSecret: OIDC_CLIENT_SECRET as string,
})

function wrongProvider(given: Given): string[] {
  const needed = given.SVC_AUTH === 'oidc' ? (['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'] as const) : []
  const problems = needed
    .filter((name) => given[name] === undefined)
    .map((name) => `${name}: is needed with SVC_AUTH=oidc`)
  if (given.OIDC_ISSUER?.startsWith('http:') && !isHere(given.OIDC_ISSUER)) {
    problems.push('OIDC_ISSUER: has to begin with https:// unless it is on this machine')
  }
  return problems
}

function refusedInProduction(given: Given): string[] {
  const problems = []
  if (given.SVC_AUTH === 'dev')
    problems.push('SVC_AUTH: the development form is refused in production; set SVC_AUTH to email or oidc')
  if (given.SVC_TEST_CLOCK) problems.push('SVC_TEST_CLOCK: the test clock is refused in production')
  if (!given.SVC_PACE) problems.push('SVC_PACE: off is refused in production')
  return problems
}

/** An origin: a path or query would end up in every link. */
const origin = makeValidator((text) => {
  const url = new URL(text)
  if (!/^https?:$/.test(url.protocol) || url.pathname !== '/' || url.search || url.hash || url.username)
    throw new Error('is not an origin such as https://svc.example')
  return url.origin
})

/** What could never match anything would otherwise be found out by those who are refused. */
const list = (is: (part: string) => boolean, wanted: string) =>
  makeValidator((text): readonly string[] => {
    const parts = text
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== '')
    if (!parts.every(is)) throw new Error(`is not a list of ${wanted}`)
    return parts
  })

const isClient = (named: string): boolean => named.startsWith(prefixes.client) || /^https:\/\/[^/]/.test(named)

const sender = makeValidator((text) => {
  if (!isEmail(/<([^<>]*)>\s*$/.exec(text)?.[1] ?? text.trim()))
    throw new Error('is not a sender such as svc <no-reply@svc.example>')
  return text
})

const flag = makeValidator((text) => {
  const on = /^(1|true|yes|on)$/i.test(text)
  if (!on && !/^(0|false|no|off)$/i.test(text)) throw new Error('is not 1 or 0')
  return on
})

const whole = (least: number, most: number) =>
  makeValidator((text) => {
    const value = Number(text)
    if (!/^\s*\d+\s*$/.test(text) || value < least || value > most)
      throw new Error(`is not a whole number from ${least} to ${most}`)
    return value
  })

const url = (...protocols: string[]) =>
  makeValidator((text) => {
    if (protocols.includes('path') && text.startsWith('/')) return text
    if (!URL.canParse(text) || !protocols.includes(new URL(text).protocol))
      throw new Error(`does not begin with ${protocols.map((p) => (p === 'path' ? '/' : `${p}//`)).join(' or ')}`)
    return text
  })

const switches = {
  NODE_ENV: str({ default: 'development' }),
  PORT: whole(0, 65535)({ default: 3000 }),
  METRICS_PORT: whole(0, 65535)({ default: undefined }),
  BASE_URL: origin({ default: undefined }),
  ALLOWED_HOSTS: list(isHost, 'hosts such as svc.example or svc.example:8080')({ default: [] as readonly string[] }),
  TRUST_PROXY: whole(0, 16)({ default: 0 }),
  DATABASE_URL: url('postgres:', 'postgresql:')({ default: undefined }),
  REDIS_URL: url('redis:', 'rediss:', 'path')({ default: undefined }),
  REDIS_TLS_VERIFY: flag({ default: true }),
  DATA_DIR: str({ default: '.data' }),
  // the reference deployment has public content on (SVC_PUBLIC_THREADS) and self-registration closed (SVC_GUEST_AGENTS)
  SVC_PUBLIC_THREADS: flag({ default: false }),
  SVC_FRONT_HUB: str({ default: undefined }),
  SVC_PAGES_DIR: str({ default: undefined }),
  SVC_GUEST_AGENTS: flag({ default: false }),
  SVC_AUTH: str({ default: 'dev', choices: ['dev', 'email', 'oidc'] }),
  SVC_TESTER_CODE: str({ default: undefined }),
  OIDC_ISSUER: url('https:', 'http:')({ default: undefined }),
  OIDC_CLIENT_ID: str({ default: undefined }),
  OIDC_CLIENT_SECRET: str({ default: undefined }),
  SMTP_URL: url('smtp:', 'smtps:')({ default: undefined }),
  MAIL_FROM: sender({ default: undefined }),
  SVC_HOST_APPROVALS: flag({ default: true }),
  SVC_CIMD: flag({ default: true }),
  SVC_VERIFIED_CLIENTS: list(isClient, 'client ids or addresses with https')({ default: [] as readonly string[] }),
  SVC_MODERATORS: list(isEmail, 'email addresses')({ default: [] as readonly string[] }),
  SVC_RESOURCE_SUBSCRIPTIONS: whole(0, 100_000)({ default: subscriptions.perInstance }),
  CRON_SECRET: str({ default: undefined }),
  OTEL_EXPORTER_OTLP_ENDPOINT: url('http:', 'https:')({ default: undefined }),
  SVC_TEST_CLOCK: flag({ default: false }),
  SVC_PACE: flag({ default: true }),
  ACTOR_THREADS: whole(1, 64)({ default: undefined }),
  RENDER_THREADS: whole(1, 256)({ default: undefined }),
  LOG_LEVEL: str({ default: 'info', choices: ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] }),
}

const lowerCase = (text: string): string => text.toLowerCase()

/** `NAME=` in a shell or an env file counts as not given. */
function withoutEmpty(env: Env): Record<string, string> {
  const given: Record<string, string> = {}
  for (const [name, value] of Object.entries(env)) if (value !== undefined && value.trim() !== '') given[name] = value
  return given
}
