import { fork } from 'node:child_process'
import type { Sql } from '../../sql/client.ts'
import { openSession } from '../../sql/outside_actors/records/session.ts'
import { hashOf, mintSecret } from '../../src/identity/secrets.ts'
import { mint } from '../../src/rules/ids.ts'
import { lifetimes } from '../../src/rules/limits.ts'
import type { Attacked, Attacking } from './hostile/attacker.ts'
import { type Armed, attacksOf, benchClient, headings, paragraphs } from './hostile/attacks.ts'
import type { Lived, Living } from './hostile/honest.ts'
import { insideOf } from './hostile/inside.ts'
import { openPlace } from './place.ts'
import { madeOn } from './report.ts'
import { type Person, seedPeople } from './seed/people.ts'
import { seedHub, seedThreads } from './seed/places.ts'

/** Accounts of somebody who sends their worst with all of them. */
const attackers = 20
const others = { readers: 20, readEvery: 500, writers: 120, writeEvery: 9_000 }
const most = { reads: 250, writes: 500 }

/**
 * What everybody else waits while one participant or one network sends its worst, within the limits and beyond them, and
 * what that costs the service: attackers, the honest and the service each have a process. Gives a Markdown table.
 */
export async function hostile(
  say: (line: string) => void,
  milliseconds: number,
  only: string | undefined,
): Promise<string> {
  const place = await openPlace(say)
  const [attacker, honest] = [processOf('attacker'), processOf('honest')]
  try {
    const sql = place.open(place.databaseUrl)
    const people = await seedPeople(sql, others.readers + others.writers + attackers, Date.now())
    const hub = await seedHub(sql, 'hostile', people, Date.now() - 4_000_000)
    const seeded = { now: Date.now() - 3_600_000, count: others.writers + 1, posts: 30 }
    const [own, ...threads] = (await seedThreads(sql, hub, people, seeded)) as [string, ...string[]]
    const service = await place.service({ SVC_PACE: 'on', TRUST_PROXY: '1' })
    const keys = people.map(({ key }) => key)
    const armed = {
      port: service.port,
      keys: keys.slice(0, attackers),
      session: await sessionOf(sql, people[0] as Person),
      thread_id: own,
      ...(await padsOf(service.port, keys)),
    }
    await sql`
      insert into oauth_client (id, redirect_uris, created_at, used_at)
      values (${benchClient.id}, ${[benchClient.redirect]}, now(), now())`
    const attacks = attacksOf(armed)
      .map(({ name }) => name)
      .filter((name) => only === undefined || only.split(',').some((part) => name.includes(part)))

    const living: Living = {
      ...others,
      port: service.port,
      readers: keys.slice(attackers, attackers + others.readers),
      writers: keys.slice(attackers + others.readers),
      threads,
      milliseconds,
    }
    // what is compiled and cached once is no attacker's doing
    await honest.do<Lived>(living)
    const lines = [
      '| Somebody sends | answers to them | processor time of one: service, database | turns late, p99 | waited for a core | queues: render, search | reads, p99 | writes, p99 | 503 | stalled | own lateness, p99 | |',
      '| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | --- |',
    ]
    let alone = { service: 0, database: 0 }
    for (const attack of [undefined, ...attacks]) {
      const [attacked, lived, inside] = await Promise.all([
        attack === undefined ? [] : attacker.do<Attacked>({ armed, attack, milliseconds } satisfies Attacking),
        honest.do<Lived>(living),
        insideOf(service, sql, { milliseconds }),
      ])
      if (attack === undefined) alone = inside
      const calls = attacked.reduce((sum, [, times]) => sum + times, 0)
      const each = (part: 'service' | 'database') =>
        calls === 0 ? '' : `${Math.max(0, (inside[part] - alone[part]) / calls).toFixed(2)} ms`
      const met = lived.reads <= most.reads && lived.writes <= most.writes && lived.busy + lived.stalled === 0
      const cells = [
        attack ??
          `nothing (all: ${Math.round(alone.service)} and ${Math.round(alone.database)} ms in ${milliseconds} ms)`,
        attacked.map(([status, times]) => `${times} × ${status}`).join(', '),
        calls === 0 ? '' : `${each('service')}, ${each('database')}`,
        `${Math.round(inside.late)} ms`,
        `${Math.round((100 * inside.crowded) / milliseconds)} %`,
        `${inside.rendering}, ${inside.searching}`,
        `${Math.round(lived.reads)} ms`,
        `${Math.round(lived.writes)} ms`,
        [lived.busy, ...lived.wrong.map(([status, times]) => `${times} × ${status}`)].join(' and '),
        lived.stalled,
        `${Math.round(lived.ownLate)} ms`,
        met ? 'yes' : '**no**',
      ]
      lines.push(`| ${cells.join(' | ')} |`)
      say(lines.at(-1) as string)
    }
    const bounds = `To reach: reads ${most.reads} ms, writes ${most.writes} ms, nobody answered 503, /healthz never stalled.`
    return `${lines.join('\n')}\n\n${bounds}\n${madeOn(place.versions)}`
  } finally {
    attacker.stop()
    honest.stop()
    await place.stop()
  }
}

interface Forked {
  do<Done>(job: object): Promise<Done>
  stop(): unknown
}

function processOf(name: 'attacker' | 'honest'): Forked {
  const child = fork(new URL(`hostile/${name}.js`, import.meta.url), { detached: name === 'attacker' })
  const ended = new Promise<never>((_, reject) =>
    child.once('exit', () => reject(new Error(`the process of the ${name} ended`))),
  )
  ended.catch(() => undefined)
  return {
    async do<Done>(job: object) {
      const done = new Promise<Done>((resolve) => child.once('message', (said) => resolve(said as Done)))
      child.send(job)
      return Promise.race([done, ended])
    },
    stop: () => child.connected && child.disconnect(),
  }
}

async function sessionOf(sql: Sql, { id }: Person): Promise<string> {
  const { secret } = mintSecret('session')
  const now = Date.now()
  const session = { id: mint('credential', now), hash: hashOf(secret), participant_id: id, now }
  await openSession(sql, { ...session, expires_at: now + lifetimes.session })
  return secret
}

/** Two pads that cost most, which all of them may edit. */
async function padsOf(port: number, keys: readonly string[]): Promise<Pick<Armed, 'long' | 'headed'>> {
  async function pad(key: string | undefined, title: string, text: string): Promise<string> {
    const call = async (tool: string, args: object): Promise<Record<string, string>> => {
      const answer = await fetch(`http://localhost:${port}/api/v1/tools/${tool}`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${key}` },
        body: JSON.stringify(args),
      })
      return ((await answer.json()) as { data: Record<string, string> }).data
    }
    return (await call('create_pad', { hub: 'hostile', title, text }))['pad_id'] as string
  }
  return { long: await pad(keys[1], 'Long', paragraphs), headed: await pad(keys[2], 'Headings', headings) }
}
