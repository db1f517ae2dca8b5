import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { v4 } from 'uuid'
import { connectSql } from '../../sql/connect.ts'
import { mailboxKey } from '../../src/redis/keys.ts'
import { databaseSilent } from '../../actors/runtime/numbers.ts'
import { hours, minutes, seconds } from '../../src/rules/units.ts'
import { type Child, type Cluster, type FrontChild, until } from './cluster.ts'
import { type ClockJump, ledgerName, ledgers } from './load.ts'

/** What is running while faults happen: two hosts, two front-ends under load. */
export interface Scene {
  readonly cluster: Cluster
  hosts: Child[]
  fronts: FrontChild[]
}

export async function setScene(cluster: Cluster): Promise<Scene> {
  const hosts = [await cluster.host(), await cluster.host()]
  const fronts = [await cluster.front(), await cluster.front()]
  for (const front of fronts) begin(front)
  return { cluster, hosts, fronts }
}

const begin = (front: FrontChild): void => front.send({ order: 'begin', concurrency: 32, waits: 24 })

type Fault = (scene: Scene) => Promise<void>

/** What happens, in the order in which it happens; after each the cluster must come to rest under load. */
export const faults: Readonly<Record<string, Fault>> = {
  async 'kill -9 of a host'(scene) {
    const victim = pick(scene.hosts)
    victim.process.kill('SIGKILL')
    await victim.gone
    scene.hosts = scene.hosts.filter((host) => host !== victim).concat(await scene.cluster.host())
  },

  async 'kill -9 of a front-end'(scene) {
    const victim = pick(scene.fronts)
    victim.process.kill('SIGKILL')
    await victim.gone
    const next = await scene.cluster.front()
    begin(next)
    scene.fronts = scene.fronts.filter((front) => front !== victim).concat(next)
  },

  async 'a host paused past its lease'({ hosts, cluster }) {
    const victim = pick(hosts)
    victim.process.kill('SIGSTOP')
    try {
      await ownedByOthers(cluster, victim)
    } finally {
      victim.process.kill('SIGCONT')
    }
  },

  async 'a host frozen between its decision and its commit'({ fronts, hosts, cluster }) {
    const ledger = ledgerName(0)
    pick(fronts).send({ order: 'one', write: { ledger, entry: `frozen ${v4()}`, mishap: 'freezes its host' } })
    let frozen: Child | undefined
    await until(() => {
      frozen = hosts.find(({ process }) => isStopped(process.pid ?? 0))
      return frozen !== undefined
    }, 'a host stands still')
    try {
      if (frozen) await ownedByOthers(cluster, frozen)
    } finally {
      frozen?.process.kill('SIGCONT')
    }
    // the message may have frozen its next owner as well, where it was young enough to be taken up
    await until(() => {
      for (const { process } of hosts) if (isStopped(process.pid ?? 0)) process.kill('SIGCONT')
      return !hosts.some(({ process }) => isStopped(process.pid ?? 0))
    }, 'all hosts go on')
  },

  async 'kill -9 of Redis, which comes back with its append-only file'({ cluster }) {
    await cluster.restartRedis()
  },

  async 'kill -9 of Redis, which comes back with what it had ten seconds before'({ cluster }) {
    await cluster.restoreRedis(seconds(10))
  },

  async 'a failover of Redis to its replica, at the same address'({ cluster }) {
    await cluster.failOverRedis()
  },

  async 'a failover of Redis to a replica that lacks its last second'({ cluster }) {
    await cluster.failOverRedis(seconds(1))
  },

  async 'a Redis that is slow by 200 ms'({ cluster, hosts }) {
    cluster.delayRedis(100)
    try {
      await cluster.calm(hosts)
    } finally {
      cluster.delayRedis(0)
    }
  },

  async 'a PostgreSQL that has no connection left'({ cluster: { databaseUrl, record } }) {
    const watching = connectSql(databaseUrl, { max: 1, name: 'svc chaos watching' })
    const [{ most } = { most: 0 }] = await watching<{ most: number }[]>`
      select current_setting('max_connections')::int as most`
    const greedy = connectSql(databaseUrl, { max: most, name: 'svc chaos greedy' })
    const end = (who: string) => watching`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name similar to ${`svc ${who}%`}`
    await end('chaos greedy')
    let taking = true
    const take = async (): Promise<void> => {
      // refused while there is none, as everybody else is
      while (taking) await greedy`select pg_sleep(60)`.catch(() => pause(20))
    }
    const all = Promise.all(Array.from({ length: most }, take))
    try {
      await until(
        async () => (await end('(host|chaos front)')).length === 0,
        'nobody else has a connection',
        minutes(2),
      )
      const before = record.busy()
      await until(() => record.busy() > before + 20, 'writes are refused as busy', minutes(2))
    } finally {
      taking = false
      const done = all.then(() => true)
      while (!(await Promise.race([done, end('chaos greedy').then(() => pause(50, false))])));
      await Promise.all([greedy.end({ timeout: 0 }), watching.end({ timeout: 0 })])
    }
  },

  async 'the same attempts sent twice'({ cluster }) {
    for (let times = 0; times < 40; times++) {
      const key = mailboxKey(Math.floor(Math.random() * 64))
      for (const [, fields] of await cluster.redis.xrevrange(key, '+', '-', 'COUNT', 5))
        await cluster.redis.xadd(key, '*', 'm', fields[1] ?? '')
    }
  },

  async 'the same idempotency key on two instances at once'({ fronts }) {
    const writes = Array.from({ length: 30 }, (_, n) => ({
      ledger: ledgerName(n % ledgers),
      entry: `same ${v4()}`,
      key: v4(),
    }))
    for (const front of fronts) front.send({ order: 'same', writes })
  },

  async FLUSHALL({ cluster }) {
    await cluster.redis.flushall()
  },

  async 'CLIENT KILL of the subscribers, with waits held'({ cluster }) {
    await cluster.redis.call('CLIENT', 'KILL', 'TYPE', 'pubsub')
  },

  async 'the end of every connection to PostgreSQL'({ cluster }) {
    await cluster.sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name like 'svc host%'`
  },

  async 'the end of one connection to PostgreSQL after the other, in the middle of batches'({ cluster }) {
    for (let times = 0; times < 40; times++) {
      await cluster.sql`
        select pg_terminate_backend(pid) from (
          select pid from pg_stat_activity
          where datname = current_database() and application_name similar to 'svc (host|chaos front)%'
          order by random() limit 1) as one`
      await pause(30)
    }
  },

  async 'a table that somebody locks for longer than a host waits for an answer'({ cluster, hosts }) {
    const locking = connectSql(cluster.databaseUrl, { max: 1, name: 'svc chaos locking' })
    try {
      await locking.begin(async (sql) => {
        await sql`lock table entry in access exclusive mode`
        await pause(databaseSilent + seconds(3))
      })
      // what waited for the lock may be committed now, by hosts that gave its connection up
      await cluster.calm(hosts)
    } finally {
      await locking.end({ timeout: 1 })
    }
  },

  async 'mailboxes that vanish with what is in them'({ cluster }) {
    for (let times = 0; times < 200; times++) {
      const key = mailboxKey(Math.floor(Math.random() * 64))
      if (times % 2 === 0) await cluster.redis.del(key)
      else await cluster.redis.xtrim(key, 'MAXLEN', 0)
    }
  },

  async 'shards that change hands while their owners work'({ cluster, hosts }) {
    const [one, other] = hosts.map(({ id }) => id) as [string, string]
    for (let times = 0; times < 20; times++) {
      await cluster.sql`
        update shard set epoch = epoch + 1, owner = case when owner = ${one}::uuid then ${other}::uuid else ${one}::uuid end
        where id % 4 = ${times % 4}`
      await pause(50)
    }
  },

  async 'a clock that jumps by hours, of one of two hosts and of one of two front-ends'({ cluster, hosts, fronts }) {
    for (const one of [pick(hosts), pick(fronts)])
      for (const ahead of [hours(5), -hours(5), 0]) {
        one.process.send({ order: 'clock', ahead } satisfies ClockJump)
        await cluster.calm(hosts)
      }
  },

  async 'a host that stands still for a minute'({ cluster, hosts }) {
    const still = pick(hosts)
    still.process.kill('SIGSTOP')
    try {
      await pause(minutes(1))
    } finally {
      still.process.kill('SIGCONT')
    }
    await cluster.calm(hosts)
  },

  async 'a host and a front-end that can open no file while their connections end'({ cluster, hosts, fronts }) {
    const few = [pick(hosts), pick(fronts)]
    const opens = (most: string): void => {
      for (const { process } of few) execFileSync('prlimit', ['--pid', String(process.pid), `--nofile=${most}:`])
    }
    opens('4')
    try {
      await cluster.sql`
        select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and application_name similar to 'svc (host|chaos front)%'`
      await cluster.redis.call('CLIENT', 'KILL', 'TYPE', 'pubsub')
      await cluster.redis.call('CLIENT', 'KILL', 'TYPE', 'normal', 'SKIPME', 'yes')
      await pause(seconds(8))
    } finally {
      opens('1024')
    }
    await cluster.calm(hosts)
  },

  async 'SIGTERM of every host and every front-end in turn, as a deploy does it'(scene) {
    const { cluster } = scene
    const heard = cluster.record.listen()
    for (const victim of scene.hosts) {
      const next = await cluster.host()
      scene.hosts = scene.hosts.filter((host) => host !== victim).concat(next)
      victim.process.kill('SIGTERM')
      await leavesInOrder(victim)
      await cluster.calm(scene.hosts)
    }
    for (const victim of scene.fronts) {
      const next = await cluster.front()
      begin(next)
      scene.fronts = scene.fronts.filter((front) => front !== victim).concat(next)
      victim.process.kill('SIGTERM')
      await leavesInOrder(victim)
    }
    const { answered, busy, p99 } = heard()
    console.log(`      ${answered} writes answered meanwhile, ${busy} refused as busy, p99 ${p99} ms`)
    // to reach on a machine of its own: none refused, 2,000 ms; where others load it, this tells nothing
    if (answered === 0) throw new Error('no write was answered while all were replaced')
  },
}

const pick = <One>(from: readonly One[]): One => from[Math.floor(Math.random() * from.length)] as One

/** A host that stands still loses all it had. */
async function ownedByOthers({ sql }: Cluster, victim: Child): Promise<void> {
  await until(async () => {
    const [row] = await sql<{ others: number }[]>`
      select count(*)::int as others from shard where owner <> ${victim.id} and lease_until > clock_timestamp()`
    return row?.others === 64
  }, `the shards of ${victim.name} are taken over`)
}

function isStopped(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.startsWith('T') === true
  } catch {
    return false
  }
}

async function leavesInOrder({ name, gone }: Child): Promise<void> {
  const how = await Promise.race([gone, pause(40_000, 'not within forty seconds')])
  if (how !== 0) throw new Error(`${name} was told to leave and ended so: ${how}`)
}
