import type { Redis } from 'ioredis'
import { createClient } from 'redis'
import { Repository, Schema } from 'redis-om'
import type { Clock } from '../clock.ts'
import { present } from '../records/present.ts'
import { busy } from '../rules/errors.ts'
import { asSeconds } from '../rules/units.ts'
import { keepPulse, type Pulse } from './connect.ts'
import { shortLivedKey, shortLivedPrefix } from './keys.ts'

/** Kinds of short-lived records and their fields. Losing one costs a person another try, never data. */
const kinds = {
  /** the preview of an action that needs confirmation: publishing a hub, undoing everything of one participant */
  preview: { by_id: 'string', target_id: 'string', what: 'string' },
  /** a code mailed for signing in; `tries` counts attempts */
  sign_in_code: { email: 'string', code_hash: 'string', next: 'string', tries: 'number' },
  /** a browser in which an address was signed in with */
  known_browser: { known: 'number' },
  /** a sign-in that was sent to the provider and has not returned; `guest` joins the account */
  sign_in: { nonce: 'string', next: 'string', guest: 'string' },
  /** a click in the embedded view that pays for one write of this credential */
  view_token: { credential_id: 'string' },
  /** an unanswered consent request of an app */
  consent: { client_id: 'string' },
  /** the metadata document of an OAuth client whose id is its address */
  client_metadata: { document: 'string' },
  /** the name a client gave at initialize with this credential or grant, and its User-Agent */
  client_name: { name: 'string', user_agent: 'string' },
} as const

type ShortLivedKind = keyof typeof kinds

interface FieldTypes {
  string: string
  number: number
}
type ShortLivedFields<Kind extends ShortLivedKind> = {
  readonly [Name in keyof (typeof kinds)[Kind]]: FieldTypes[(typeof kinds)[Kind][Name] & keyof FieldTypes]
}

interface RecordsOf<Kind extends ShortLivedKind> {
  /** Writes or replaces a record for `ttl` milliseconds. */
  put(id: string, fields: ShortLivedFields<Kind>, ttl: number): Promise<void>
  get(id: string): Promise<ShortLivedFields<Kind> | undefined>
  /** Reads and deletes atomically: of two concurrent calls one gets undefined. */
  take(id: string): Promise<ShortLivedFields<Kind> | undefined>
  /** Increments `tries` and reads the record atomically: concurrent calls get different numbers. */
  countTry(id: string): Promise<ShortLivedFields<Kind> | undefined>
}

export interface ShortLived {
  of<Kind extends ShortLivedKind>(kind: Kind): RecordsOf<Kind>
  close(): Promise<void>
}

interface StoreParts {
  readonly redis: Redis
  readonly clock: Clock
  readonly pulse?: Pulse | undefined
}

/** redis-om uses a client of its own, connected to the same server as `redis`. */
export async function openShortLived({ redis, clock, pulse }: StoreParts): Promise<ShortLived> {
  const { path, host, port, username, password, db, tls } = redis.options
  const client = createClient({
    socket: path
      ? { path }
      : { host: host ?? 'localhost', port: port ?? 6379, ...(tls && { tls: true as const, ...tls }) },
    ...present({ username: username || undefined, password: password || undefined, database: db || undefined }),
    // a command while the client reconnects fails at once instead of waiting
    disableOfflineQueue: true,
  })
  client.on('error', () => undefined)
  await client.connect()
  const reconnect = (): void =>
    void client
      .disconnect()
      .then(() => client.connect())
      .catch(() => undefined)
  const ends = keepPulse({ isReady: () => client.isReady, ping: () => client.ping(), reconnect }, pulse)
  return {
    of: (kind) => recordsOf(kind, { redis, clock, client }),
    async close() {
      ends()
      await client.disconnect()
    },
  }
}

/** Redis is unavailable or full. A record may have been taken although the answer was lost. */
function unavailable(cause: unknown): never {
  const message = 'What is kept only for a moment cannot be reached right now. Try again in a second.'
  throw busy('database', message, { retry_after_seconds: 1 }, cause)
}

interface Parts {
  readonly redis: Redis
  readonly clock: Clock
  readonly client: ReturnType<typeof createClient>
}

function recordsOf<Kind extends ShortLivedKind>(kind: Kind, { redis, clock, client }: Parts): RecordsOf<Kind> {
  const fields: Readonly<Record<string, keyof FieldTypes>> = kinds[kind]
  const definition = Object.entries({ ...fields, until: 'number' }).map(([name, type]) => [name, { type }])
  const schema = new Schema(shortLivedPrefix(kind), Object.fromEntries(definition), { dataStructure: 'HASH' })
  const repository = new Repository<Record<string, string | number>>(schema as never, client)

  /** Records expire by the service clock, Redis only frees memory. A missing record has no fields, so no `until`. */
  function alive(stored: Readonly<Record<string, string | number>>): ShortLivedFields<Kind> | undefined {
    if (!(Number(stored['until']) > clock.now())) return undefined
    const read = Object.entries(fields).map(([name, type]) => {
      const value = stored[name] ?? ''
      return [name, type === 'number' ? Number(value) : value.toString()]
    })
    return Object.fromEntries(read) as ShortLivedFields<Kind>
  }

  return {
    async put(id, record, ttl) {
      // redis-om's save removes the expiry. Sent together: if Redis failed in between, the record would never expire
      const saved = repository.save(id, { ...record, until: clock.now() + ttl })
      await Promise.all([saved, repository.expire(id, asSeconds(ttl))]).catch(unavailable)
    },
    get: async (id) => alive(await repository.fetch(id).catch(unavailable)),
    async take(id) {
      const key = shortLivedKey(kind, id)
      const answers = await redis.multi().hgetall(key).del(key).exec().catch(unavailable)
      return alive((answers?.[0]?.[1] ?? {}) as Record<string, string>)
    },
    async countTry(id) {
      const pairs = (await redis.eval(countTryScript, 1, shortLivedKey(kind, id)).catch(unavailable)) as string[]
      return alive(Object.fromEntries(pairs.flatMap((name, at) => (at % 2 === 0 ? [[name, pairs[at + 1] ?? '']] : []))))
    },
  }
}

/** Only for an existing record: HINCRBY on a missing one would create a key that never expires. */
const countTryScript = `
if redis.call('EXISTS', KEYS[1]) == 0 then return {} end
redis.call('HINCRBY', KEYS[1], 'tries', 1)
return redis.call('HGETALL', KEYS[1])
`
