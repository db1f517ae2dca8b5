import { expect } from 'chai'
import type { Sql } from '../../../sql/client.ts'
import { endedKeysOf } from '../../../sql/reads/account/connections.ts'
import { pruneClients, pruneEnded, pruneLeftClients, pruneTokens } from '../../../sql/upkeep/prune_credentials.ts'
import { serviceClock } from '../../../src/clock.ts'
import { followDatabaseClock } from '../../../actors/runtime/database_clock.ts'
import { openCleanup } from '../../../src/roles/scheduled_cleanup.ts'
import { days, hours, minutes } from '../../../src/rules/units.ts'
import { rowsRead } from '../../support/rows_read.ts'
import { freshDatabase } from '../../support/stores.ts'

describe('what is kept of credentials', () => {
  let sql: Sql
  const now = Date.parse('2026-09-24T10:00:00.000Z')
  const at = (age: number) => new Date(now - days(age))

  before(async () => ({ sql } = await freshDatabase()))

  const credential = (id: string, kind: string, grant: string | null, ended: number, revoked?: number) => sql`
    insert into credential (id, hash, kind, participant_id, made_by, grant_id, created_at, expires_at, revoked_at)
    values (${id}, ${Buffer.from(id)}, ${kind}, 'hum_1', 'hum_1', ${grant}, ${at(ended + 90)}, ${at(ended)},
      ${revoked === undefined ? null : at(revoked)})`

  it('is no token whose time ran out, and of a grant that goes on the code it began with', async () => {
    await credential('going_code', 'oauth_code', 'going', 60, 60)
    await credential('going_access', 'access_token', 'going', 2)
    await credential('going_spent', 'refresh_token', 'going', -5, 20)
    await credential('going_refresh', 'refresh_token', 'going', -20)
    await credential('gone_code', 'oauth_code', 'gone', 60, 60)
    await credential('gone_refresh', 'refresh_token', 'gone', 2)
    await credential('ended_code', 'oauth_code', 'ended', 60, 60)
    await credential('ended_refresh', 'refresh_token', 'ended', -20, 1)
    await credential('a_key', 'agent_key', null, 30)
    expect((await pruneTokens(sql, at(1))).gone).to.equal(4)
    const left = await sql<{ id: string }[]>`select id from credential order by id`
    expect(left.map(({ id }) => id)).to.deep.equal([
      'a_key',
      'ended_refresh',
      'going_code',
      'going_refresh',
      'going_spent',
    ])
  })

  it('is no link, key or session that ended long ago, but for the last key and the last session of somebody', async () => {
    await sql`delete from credential`
    for (const [id, kind, ended] of [
      ['a link', 'link', 8],
      ['a young link', 'link', 6],
      ['a letter', 'email_verification', 8],
      ['a sub-agent', 'sub_agent_key', 8],
      ['first key', 'agent_key', 30],
      ['last key', 'agent_key', 9],
      ['first session', 'session', 40],
      ['last session', 'session', -1],
    ] as const)
      await credential(id, kind, null, ended)
    expect((await pruneEnded(sql, at(7))).gone).to.equal(5)
    const left = await sql<{ id: string }[]>`select id from credential order by id`
    expect(left.map(({ id }) => id)).to.deep.equal(['a young link', 'last key', 'last session'])
  })

  it('is every key that one which stays was renewed from', async () => {
    await sql`delete from credential`
    const renewed = async (id: string, ended: number, from?: string) => {
      await credential(id, 'agent_key', null, ended)
      if (from !== undefined) await sql`update credential set renewed_from = ${from} where id = ${id}`
    }
    await renewed('1', 40)
    await renewed('2', 30, '1')
    await renewed('3', -60, '2')
    await renewed('a', 40)
    await renewed('b', 30, 'a')
    const left = async () => (await sql<{ id: string }[]>`select id from credential order by id`).map(({ id }) => id)
    expect((await pruneEnded(sql, at(7))).gone).to.equal(1)
    expect(await left()).to.deep.equal(['1', '2', '3', 'a'])
    expect((await pruneEnded(sql, at(7))).gone).to.equal(1)
    expect(await left(), 'one after the other').to.deep.equal(['1', '2', '3'])
    expect((await pruneEnded(sql, at(7))).gone).to.equal(0)
  })

  it('is found of keys renewed five times a day for a year without looking for each among all of them', async () => {
    await sql`delete from credential`
    const many = 1_800
    await sql`
      insert into credential (id, hash, kind, participant_id, made_by, created_at, expires_at, renewed_from)
      select 'key_' || n, convert_to(n::text, 'UTF8'), 'agent_key', 'agt_1', 'hum_1', ${at(400)}::timestamptz + n * interval '1 s', ${at(30)}::timestamptz + n * interval '1 s',
        'key_' || nullif(n, 1) - 1 from generate_series(1, ${many}) n`
    await sql`analyze credential`
    const prune = async (tx: Sql) => expect((await pruneEnded(tx, at(7))).gone).to.equal(0)
    expect(await rowsRead(sql, 'credential', prune)).to.be.below(10 * many)
    const ended = (tx: Sql) => endedKeysOf(tx, 'hum_1', now, { agents: ['agt_1'], most: 20 })
    await sql`
      insert into participant (id, kind, handle, name, human_id, created_at) values ('agt_1', 'agent', 'a', 'A', 'hum_1', ${at(400)})`
    const read = await rowsRead(sql, 'credential', async (tx) => expect(await ended(tx)).to.have.length(1))
    expect(read).to.be.below(10 * many)
    await sql`delete from participant`
  })

  it('is looked for once an hour: what stays for good is not looked at every minute', async () => {
    await sql`delete from credential`
    let time = now
    const clock = serviceClock(() => time)
    const prune = openCleanup({ sql, clock, timers: { fire: async () => ({}) } })
    const removed = async () => (await prune())['ended_credentials']
    await credential('first', 'link', null, 8)
    expect(await removed()).to.equal(1)
    await credential('second', 'link', null, 8)
    time += minutes(59)
    expect(await removed()).to.equal(undefined)
    time += minutes(1)
    expect(await removed()).to.equal(1)
  })

  it('makes nothing late: what is due fires first, and posts that wait for the word index are not waited for', async () => {
    await sql`insert into words_waiting select 'msg_' || n from generate_series(1, 300) n`
    const left = async () => (await sql`select from credential where id = 'due'`).length
    await sql`delete from credential`
    await credential('due', 'link', null, 8)
    const seen: number[] = []
    const fire = async () => {
      seen.push(await left())
      return {}
    }
    await openCleanup({ sql, clock: serviceClock(() => now), timers: { fire } })()
    expect([...seen, await left()]).to.deep.equal([1, 0])
    expect(await sql`select from words_waiting`).to.have.length(300)
  })

  it('is looked for although a rule of the clock fails, which is told all the same', async () => {
    const left = async () => (await sql`select from credential where id = 'behind'`).length
    await credential('behind', 'link', null, 8)
    const fire = () => Promise.reject(new Error('a rule could not be read'))
    const failed = openCleanup({ sql, clock: serviceClock(() => now), timers: { fire } })()
    expect(await failed.catch((error: Error) => error.message)).to.equal('a rule could not be read')
    expect(await left()).to.equal(0)
  })

  it('is looked for again in the next minute where it failed or there was no time, and nothing else is', async () => {
    await sql`delete from credential`
    let time = now
    let stopped = true
    const stopping = {
      get aborted() {
        return stopped
      },
    } as AbortSignal
    const clock = serviceClock(() => time)
    const prune = openCleanup({ sql, clock, timers: { fire: async () => ({}) }, stopping })
    await credential('ended', 'link', null, 8)
    await prune()
    stopped = false
    time += minutes(1)
    expect(await prune()).to.include({ ended_credentials: 1, invites: 0 })

    time += hours(1)
    await sql`alter table invite rename to invite_away`
    await credential('later', 'link', null, 8)
    await sql`insert into page_form (id, form, version, hash) values ('thr_1', 'html', 1, '')`
    const failed = await prune().catch((error: Error) => error.message)
    expect(failed).to.contain('invite')
    expect(await sql`select from page_form`, 'what comes after it').to.have.length(0)
    await sql`alter table invite_away rename to invite`
    time += minutes(1)
    const again = await prune()
    expect(again).to.include({ invites: 0 })
    expect(again).not.to.have.any.keys('ended_credentials', 'page_forms')
  })

  it('is not what the clock of a machine that was just set wrong makes old', async () => {
    await sql`delete from credential`
    const young = new Date(Date.now() - days(1))
    await sql`
      insert into credential (id, hash, kind, participant_id, made_by, created_at, expires_at)
      values ('young', 'young', 'link', 'agt_1', 'agt_1', ${young}, ${young})`
    let wrong = 0
    const clock = serviceClock(() => Date.now() + wrong)
    const databaseClock = await followDatabaseClock({ sql, clock, log: { warn: () => undefined } })
    const seen: number[] = []
    const fire = async () => {
      seen.push(clock.now())
      return {}
    }
    wrong = days(30)
    await openCleanup({ sql, clock, timers: { fire }, databaseClock })()
    databaseClock.close()
    expect(await sql`select from credential where id = 'young'`).to.have.length(1)
    expect(seen[0]).to.be.below(Date.now() + days(1))
  })

  it('is every client that was let in once, and of those that were not the newest, for a while', async () => {
    const client = (id: string, age: number, used?: number) => sql`
      insert into oauth_client (id, redirect_uris, created_at, used_at)
      values (${id}, '{}', ${at(age)}, ${used === undefined ? null : at(used)})`
    await client('new', 1)
    await client('old', 31)
    await client('used', 400, 390)
    const left = async () => (await sql<{ id: string }[]>`select id from oauth_client order by id`).map(({ id }) => id)
    expect(await pruneClients(sql, at(30), 10)).to.equal(1)
    expect(await left()).to.deep.equal(['new', 'used'])
    await client('newer', 0.5)
    await client('newest', 0.1)
    expect(await pruneClients(sql, at(30), 2)).to.equal(1)
    expect(await left()).to.deep.equal(['newer', 'newest', 'used'])
  })

  it('is no client that nobody has a connection with any more, half a year after it was let in', async () => {
    await sql`delete from oauth_client`
    await sql`delete from credential`
    for (const [id, used] of [
      ['left', 181],
      ['left lately', 179],
      ['connected', 400],
    ] as const)
      await sql`insert into oauth_client (id, redirect_uris, created_at, used_at) values (${id}, '{}', ${at(400)}, ${at(used)})`
    await credential('refresh', 'refresh_token', 'goes on', -20)
    await sql`
      insert into credential (id, hash, kind, participant_id, made_by, created_at, expires_at, revoked_at)
      select 'spent_' || n, convert_to('spent_' || n, 'UTF8'), 'refresh_token', 'hum_1', 'hum_1', ${at(20)}, ${at(-10)}, ${at(19)}
      from generate_series(1, 2000) n`
    await sql`update credential set client_id = 'connected'`
    const prune = async (tx: Sql) => expect((await pruneLeftClients(tx, at(180))).gone).to.equal(1)
    expect(await rowsRead(sql, 'credential', prune), 'spent tokens are not looked through').to.be.below(10)
    const left = await sql<{ id: string }[]>`select id from oauth_client order by id`
    expect(left.map(({ id }) => id)).to.deep.equal(['connected', 'left lately'])
  })
})
