import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type App, createApp, type AppParts } from '../../src/app.ts'
import { serviceClock } from '../../src/clock.ts'
import { type Config, readConfig } from '../../src/config.ts'
import { type DoorParts } from '../../src/http/door_parts.ts'
import type { Log } from '../../src/log.ts'
import { notFound, unauthenticated } from '../../src/rules/errors.ts'
import type { Caller } from '../../src/rules/caller.ts'
import { mint } from '../../src/rules/ids.ts'
import type { CallContext } from '../../src/tools/call/call_context.ts'
import type { Called } from '../../src/tools/call/called.ts'
import { answerMalformed } from '../../src/http/answer/security_headers.ts'
import { caller } from '../support/caller.ts'

/** A caller and a key for it, as the doors see them. */
export const agentKey = `dpa_${'a'.repeat(43)}`
export const oauthToken = `dpo_${'o'.repeat(43)}`

const credentials = [mint('credential', 0), mint('credential', 1)]
const otto = (connection: Caller['connection']): Caller => {
  const credential_id = credentials[connection === 'oauth' ? 1 : 0]!
  return caller(mint('agent', 0), { handle: 'otto', connection, credential_id })
}

export interface Doors {
  readonly url: string
  readonly server: Server
  readonly app: App
  /** calls that reached the door, newest last */
  readonly calls: readonly { readonly name: string; readonly sent: unknown; readonly asked: CallContext }[]
  close(): Promise<void>
}

type Answering = (name: string, sent: unknown, asked: CallContext) => Promise<Called> | Called

export const said = (text: string, data: Record<string, unknown> = {}): Called => ({
  text,
  data,
  trust: { integrity: 'trusted', confidentiality: 'public' },
})

/**
 * The real app behind a scripted door: what the ways in do with bytes, headers and envelopes, without stores.
 * The tools' own behaviour is tested through both doors elsewhere.
 */
export async function openDoors(answer: Answering, over: Partial<Config> = {}, parts: Over = {}): Promise<Doors> {
  const server = createServer()
  answerMalformed(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const calls: { name: string; sent: unknown; asked: CallContext }[] = []
  const config: Config = { ...readConfig({ PORT: String(port), CRON_SECRET: 'cron' }), ...over }
  const clock = serviceClock()
  const log = Object.fromEntries(['debug', 'info', 'warn', 'error'].map((level) => [level, () => {}])) as unknown as Log
  const doors: DoorParts = {
    config,
    clock,
    log,
    async call(name, given, asked) {
      const sent = await given
      calls.push({ name, sent, asked })
      return answer(name, sent, asked)
    },
    callApp: async () => {
      throw notFound('unknown_tool', 'There is no such tool of the web app.')
    },
    async callerOf(token) {
      if (token === agentKey) return otto('agent_key')
      if (token === oauthToken) return otto('oauth')
      throw unauthenticated('bad_key', 'This credential is not valid or was revoked.')
    },
    clients: { remember: async () => {}, named: async () => undefined },
    inCheckedHub: async () => false,
    begun: async () => [],
    readable: async (_, ids) => new Set(ids),
    hubsWithSlugs: async () => new Map(),
    listens: () => {},
    giveUp: () => {},
    watch: () => () => {},
    ...parts.doors,
  }
  const ipLimits: AppParts['ipLimits'] = { count: async () => {}, of: () => (_, next) => next() }
  const shortLived = { of: () => undefined }
  const app = createApp({
    doors,
    ipLimits,
    // pages and settings have stores behind them: no request here reaches either
    tools: { config, clock, log, shortLived } as unknown as AppParts['tools'],
    mail: {} as AppParts['mail'],
    views: { config, clock, ipLimits, shortLived } as unknown as AppParts['views'],
    health: {
      database: async () => {},
      mailboxes: async () => {},
      pendingMigrations: async () => [],
      stalled: () => 0,
      ...parts.health,
    },
    internal: { prune: async () => ({}), flush: async () => {}, metrics: async () => '', ...parts.internal },
  })
  const answerRequest = app.answer
  server.on('request', answerRequest)
  return {
    url: `http://127.0.0.1:${port}`,
    server,
    app,
    calls,
    async close() {
      await app.close()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

interface Over {
  readonly doors?: Partial<DoorParts>
  readonly health?: Partial<AppParts['health']>
  readonly internal?: Partial<AppParts['internal']>
}
