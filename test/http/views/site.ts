import { openReadsInTurn, openSearchesInTurn } from '../../../src/tools/call/in_turn.ts'
import { createServer, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import Koa from 'koa'
import { pad } from '../../../actors/pad/index.ts'
import { thread } from '../../../actors/thread/index.ts'
import type { Sql } from '../../../sql/client.ts'
import { serviceClock } from '../../../src/clock.ts'
import { readConfig, type Config } from '../../../src/config.ts'
import { openNotedReads } from '../../../src/reading/noted_reads.ts'
import { openReach } from '../../../src/reading/account/reach.ts'
import type { ReadingParts } from '../../../src/reading/reading_parts.ts'
import { openThreads } from '../../../src/reading/thread/thread.ts'
import { openPauses } from '../../../src/reading/server_pauses.ts'
import { securityHeaders } from '../../../src/http/answer/security_headers.ts'
import { onlyServedHosts, openHosts } from '../../../src/http/request/served_hosts.ts'
import { refusing } from '../../../src/http/answer/refusing.ts'
import { openDirect } from '../../../src/http/before_koa.ts'
import type { ViewParts } from '../../../src/http/views/serving/served_page.ts'
import { viewRoutes } from '../../../src/http/views/routes.ts'
import { credentialKind } from '../../../src/rules/credential_kinds.ts'
import { mint } from '../../../src/rules/ids.ts'
import type { Windows } from '../../../src/redis/rolling_windows.ts'
import type { Caller } from '../../../src/rules/caller.ts'
import { unauthenticated } from '../../../src/rules/errors.ts'
import { untrusted } from '../../../src/text/untrusted.ts'
import { renderPool, type RenderPool } from '../../../workers/pool.ts'
import { deskOf } from '../../support/desk.ts'
import { type Place, placeIn, then } from '../../support/place.ts'

/** What a browser or an agent got. */
export interface Got {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly text: string
}

export interface Site {
  readonly origin: string
  get(path: string, headers?: Record<string, string>): Promise<Got>
  /** a key for somebody; a session with dp_session */
  keyOf(caller: Caller): string
  sessionOf(caller: Caller): string
  /** what the wake channels said of an actor */
  wake(actor: string, version: number): void
  /** done while each read of a network is counted, where reads are */
  whileCounting(work: () => Promise<void>): void
  /** moves the service clock */
  later(milliseconds: number): void
  /** requests that came to Koa so far; the others were answered before it */
  readonly askedOfKoa: () => number
  /** is thrown wherever a version is asked for, until it is undefined */
  failWith(fault: Error | undefined): void
  /** statements sent so far */
  readonly queries: () => number
  close(): Promise<void>
}

/** The pages and what stands around them in the app, with the doors' own parts; who is who is a table of the suite. */
export async function openSite(sql: Sql, env: Record<string, string> = {}): Promise<Site> {
  const base = readConfig({ SVC_PUBLIC_THREADS: '1', SVC_PACE: 'off', ...env })
  const clock = serviceClock(() => then)
  const callers = new Map<string, Caller>()
  const versions = new Map<string, number>()
  const pool: RenderPool = renderPool({ threads: 1 })
  const server: Server = createServer()
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const origin = `http://localhost:${(server.address() as AddressInfo).port}`
  const config: Config = { ...base, baseUrl: origin, allowedHosts: ['also.example'] }
  let asked = 0
  let askedOfKoa = 0
  let fault: Error | undefined
  let whileCounting = async (): Promise<void> => undefined
  const counting = new Proxy(sql, {
    apply(target, self, args: [TemplateStringsArray]) {
      if (/^\s*select/.test(args[0].raw?.[0] ?? '')) asked++
      return Reflect.apply(target, self, args) as unknown
    },
  })
  const log = { error: () => undefined } as never
  const reach = openReach(counting)
  const pipelined: ReadingParts['pipelined'] = (reading) => reading(counting)
  const notedReads = openNotedReads(counting)
  const reading = { sql: counting, pipelined, reach, threads: openThreads({ sql: counting, reach }), notedReads }
  const parts: ViewParts = {
    config,
    clock,
    ...reading,
    searching: reading,
    readInTurn: openReadsInTurn(),
    searchInTurn: openSearchesInTurn(),
    behind: {
      refusal: () => undefined,
      metrics: () => ({ turns_late_ms: 0, database_wait_ms: 0, reads_refused: 0, writes_refused: 0 }),
      close() {},
    },
    pool,
    // no account is shown here
    windows: {} as Windows,
    notedReads,
    pauses: openPauses(counting),
    ipLimits: { count: () => whileCounting() },
    versionOf(id) {
      if (fault) throw fault
      return versions.get(id)
    },
    waitingOn: () => new Set(),
    credentials: {
      async callerOf(token) {
        const caller = callers.get(token)
        if (!caller) throw unauthenticated('bad_key', 'This credential is not valid or was revoked.')
        return caller
      },
      sessionOf: async (token) => callers.get(token ?? ''),
    },
    callApp: async () => Promise.reject(new Error('no form is sent here')),
    callSettings: async () => Promise.reject(new Error('no form is sent here')),
  }
  const hosts = openHosts(config)
  const { pages, noteWrites, cachedPages } = viewRoutes(parts, openDirect(config, hosts, log))
  const koa = new Koa()
  koa.use(securityHeaders).use(onlyServedHosts(hosts, config)).use(refusing({ config, log })).use(pages).use(noteWrites)
  koa.use((ctx) => {
    if (ctx.method === 'POST') ctx.body = 'written'
  })
  const handle = koa.callback()
  server.on('request', (asking, response) => {
    const otherwise = (): void => {
      askedOfKoa++
      void handle(asking, response)
    }
    if (!cachedPages(asking, response, otherwise)) otherwise()
  })

  let secrets = 0
  const secretFor = (caller: Caller, prefix: string): string => {
    const secret = `${prefix}${String(++secrets).padStart(43, 'a')}`
    if (credentialKind(secret) === undefined) throw new Error('no credential of ours')
    callers.set(secret, caller)
    return secret
  }
  return {
    origin,
    get: (path, headers = {}) => get(origin, path, headers),
    keyOf: (caller) => secretFor(caller, 'dpa_'),
    sessionOf: (caller) => `dp_session=${secretFor(caller, 'dps_')}`,
    wake: (actor, version) => versions.set(actor, version),
    whileCounting: (work) => void (whileCounting = work),
    later: (milliseconds) => clock.advanceTo(clock.ahead + milliseconds),
    askedOfKoa: () => askedOfKoa,
    failWith: (next) => void (fault = next),
    queries: () => asked,
    async close() {
      await pool.close()
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
}

/** Plain node:http: fetch adds an Accept header and reads no 304. */
function get(origin: string, path: string, headers: Record<string, string>): Promise<Got> {
  const { method = 'GET', ...sent } = headers
  return new Promise((got, failed) => {
    const asking = request(`${origin}${path}`, { method, headers: sent }, (response) => {
      const parts: Buffer[] = []
      response.on('data', (part: Buffer) => parts.push(part))
      response.on('end', () =>
        got({ status: response.statusCode ?? 0, headers: response.headers, text: Buffer.concat(parts).toString() }),
      )
    })
    asking.on('error', failed)
    asking.end()
  })
}

export interface Hub extends Place {
  readonly owner: Caller
  pad(title: string, text: string): Promise<string>
  thread(title: string, body: string): Promise<string>
  post(thread_id: string, body: string, by?: Caller): Promise<string>
}

/** A hub whose owner has written something. */
export async function hubIn(sql: Sql, about: Parameters<typeof placeIn>[1] = {}): Promise<Hub> {
  const place = await placeIn(sql, about)
  const owner = await place.someone('human', { seat: 'owner', name: 'Ada' })
  const ask = { pad: deskOf(sql, pad), thread: deskOf(sql, thread) }
  const common = { by: owner, public_on: true }
  const said = { named: [], links: 0 }
  const hub: Hub = {
    ...place,
    owner,
    async pad(title, text) {
      const pad_id = mint('pad', then)
      const words = { title: untrusted(title), text: untrusted(text) }
      await ask.pad.ask(
        pad_id,
        'create',
        { ...common, pad_id, hub_id: place.hub_id, edit_id: mint('edit', then), ...words },
        then,
      )
      return pad_id
    },
    async thread(title, body) {
      const thread_id = mint('thread', then)
      const ids = { thread_id, post_id: mint('post', then), hub_id: place.hub_id }
      const words = { title: untrusted(title), body: untrusted(body), said }
      await ask.thread.ask(
        thread_id,
        'start',
        { ...common, ...ids, ...words, accepts_guests: false, flag_wrong: false },
        then,
      )
      return thread_id
    },
    async post(thread_id, body, by = owner) {
      const post_id = mint('post', then)
      await ask.thread.ask(
        thread_id,
        'post',
        { ...common, by, post_id, body: untrusted(body), said, paced: false },
        then,
      )
      return post_id
    },
  }
  const front = await hub.pad('Start here', '# Welcome\n\nAll of it.')
  await sql`update hub set front_pad_id = ${front}, guide = 'Be kind.', guide_updated_at = ${new Date(then)}
    where id = ${place.hub_id}`
  return hub
}
