import type { Redis } from 'ioredis'
import { createClient } from 'redis'
import { Repository, Schema } from 'redis-om'
import type { Clock } from '../clock.ts'
import { asSeconds } from '../rules/units.ts'
import { shortLivedKey, shortLivedPrefix } from './keys.ts'

/** Kinds of short-lived records and their fields. Losing one costs somebody one more try, never data. */
const kinds = {
  /** what a caller was shown before it happens: publishing a hub, undoing everything somebody did */
  preview: { by_id: 'string', target_id: 'string', what: 'string' },
  /** a code that was mailed to somebody who wants to sign in: `tries` were made with it */
  sign_in_code: { email: 'string', code_hash: 'string', next: 'string', tries: 'number' },
  /** a sign-in that went to the provider and has not come back */
  sign_in: { nonce: 'string', next: 'string' },
  /** a click in the embedded view that pays for one write of this credential */
  view_token: { credential_id: 'string' },
  /** a question whether an app may work for somebody, until it is answered */
  consent: { client_id: 'string' },
  /** what an OAuth client says of itself at the address that is its id */
  client_metadata: { document: 'string' },
  /** what a client called itself as it initialized with this credential or grant, and the User-Agent it came with */
  client_name: { name: 'string', user_agent: 'string' },
  /** an instance that runs */
  instance: { roles: 'string', started_at: 'number', version: 'string' },
} as const

export type ShortLivedKind = keyof typeof kinds

interface FieldTypes {
  string: string
  number: number
}
export type ShortLivedFields<Kind extends ShortLivedKind> = {
  readonly [Name in keyof (typeof kinds)[Kind]]: FieldTypes[(typeof kinds)[Kind][Name] & keyof FieldTypes]
}

export interface RecordsOf<Kind extends ShortLivedKind> {
  /** Writes or replaces a record for `ttl` milliseconds. */
  put(id: string, fields: ShortLivedFields<Kind>, ttl: number): Promise<void>
  get(id: string): Promise<ShortLivedFields<Kind> | undefined>
  /** Reads and removes in one step: of two that take the same record one gets nothing. */
  take(id: string): Promise<ShortLivedFields<Kind> | undefined>
  /** Adds one to a field and reads the record, in one step: of many at once each sees another number. */
  countUp(id: string, field: keyof ShortLivedFields<Kind> & string): Promise<ShortLivedFields<Kind> | undefined>
}

export interface ShortLived {
  of<Kind extends ShortLivedKind>(kind: Kind): RecordsOf<Kind>
  close(): Promise<void>
}

/** redis-om speaks through a client of its own, to the server that `redis` is connected to. */
export async function openShortLived({ redis, clock }: { redis: Redis; clock: Clock }): Promise<ShortLived> {
  const { path, host, port, username, password, db, tls } = redis.options
  const client = createClient({
    socket: path ? { path } : { host: host ?? 'localhost', port: port ?? 6379, ...(tls && { tls: true }) },
    ...(username && { username }),
    ...(password && { password }),
    ...(db && { database: db }),
  })
  // it reconnects by itself; a command that meets the gap fails and says so
  client.on('error', () => undefined)
  await client.connect()
  return { of: (kind) => recordsOf(kind, { redis, clock, client }), close: () => client.disconnect() }
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

  /** The service clock ends a record, Redis only clears it away; a missing one is an object without fields. */
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
      await repository.save(id, { ...record, until: clock.now() + ttl })
      // saving drops the time to live
      await repository.expire(id, asSeconds(ttl))
    },
    get: async (id) => alive(await repository.fetch(id)),
    async take(id) {
      const key = shortLivedKey(kind, id)
      const answers = await redis.multi().hgetall(key).del(key).exec()
      return alive((answers?.[0]?.[1] ?? {}) as Record<string, string>)
    },
    async countUp(id, field) {
      const pairs = (await redis.eval(countUpScript, 1, shortLivedKey(kind, id), field)) as string[]
      return alive(Object.fromEntries(pairs.flatMap((name, at) => (at % 2 === 0 ? [[name, pairs[at + 1] ?? '']] : []))))
    },
  }
}

/** Only where the record is there: counting what is gone would leave a key behind that nothing ends. */
const countUpScript = `
if redis.call('EXISTS', KEYS[1]) == 0 then return {} end
redis.call('HINCRBY', KEYS[1], ARGV[1], 1)
return redis.call('HGETALL', KEYS[1])
`
