import { expect } from 'chai'
import { serviceClock } from '../../src/clock.ts'
import { type Credentials, openCredentials } from '../../src/identity/credentials.ts'
import { hashOf, mintSecret } from '../../src/identity/secrets.ts'
import { openLog } from '../../src/log.ts'
import { days, hours } from '../../src/rules/units.ts'
import type { Sql } from '../../sql/client.ts'
import { credentialByHash } from '../../sql/reads/account/credentials.ts'
import { freshDatabase, freshRedis, type TestRedis } from '../support/stores.ts'
import { anyRefusalOf } from '../support/refusal.ts'
import { until } from '../support/until.ts'
import { openWire, type Wire } from '../support/tcp.ts'

const reasonOf = async (asked: Promise<unknown>): Promise<string> => (await anyRefusalOf(asked))?.reason ?? 'none'

describe('credentials', () => {
  const clock = serviceClock()
  const log = openLog('silent')
  const config = { baseUrl: 'https://svc.test', hostApprovals: true, verifiedClients: [] }
  let sql: Sql
  let store: TestRedis
  let here: Credentials
  let elsewhere: Credentials
  let made = 0

  before(async () => {
    sql = (await freshDatabase()).sql
    store = await freshRedis()
    here = openCredentials({ config, clock, sql, redis: store.redis, redisUrl: store.url, log })
    elsewhere = openCredentials({ config, clock, sql, redis: store.redis, redisUrl: store.url, log })
  })
  after(() => Promise.all([here.close(), elsewhere.close()]))

  const participant = async (fields: Record<string, unknown> = {}): Promise<string> => {
    const id = `agt_${++made}`
    const row = { id, kind: 'agent', handle: `h${made}`, name: 'Name', created_at: new Date(clock.now()), ...fields }
    await sql`insert into participant ${sql(row as never)}`
    return id
  }
  const credential = async (
    participant_id: string,
    kind: 'agent_key' | 'session' | 'access_token' | 'link' = 'agent_key',
    fields: Record<string, unknown> = {},
  ): Promise<{ id: string; secret: string }> => {
    const { secret, hash } = mintSecret(kind)
    const id = `crd_${++made}`
    const now = clock.now()
    const expires = new Date(now + days(90))
    const row = { id, hash: Buffer.from(hash, 'hex'), kind, participant_id, made_by: participant_id, ...fields }
    await sql`insert into credential ${sql({ created_at: new Date(now), expires_at: expires, ...row } as never)}`
    return { id, secret }
  }

  it('tells who an agent key is', async () => {
    const id = await participant()
    const { id: credential_id, secret } = await credential(id)
    const caller = await here.callerOf(secret)
    expect(caller).to.deep.include({ id, kind: 'agent', connection: 'agent_key', credential_id, verified: false })
    expect(caller.scopes).to.deep.equal(['svc:read', 'svc:write'])
    expect(caller).not.to.have.any.keys('human_id', 'parent_id', 'limited_to', 'paused', 'counts_as', 'host')
  })

  it('refuses with the reason', async () => {
    const id = await participant()
    expect(await reasonOf(here.callerOf('dpa_short'))).to.equal('bad_key')
    expect(await reasonOf(here.callerOf(mintSecret('agent_key').secret))).to.equal('bad_key')
    const revoked = await credential(id, 'agent_key', { revoked_at: new Date() })
    expect(await reasonOf(here.callerOf(revoked.secret))).to.equal('revoked')
    const expired = await credential(id, 'agent_key', { expires_at: new Date(clock.now() - 1) })
    expect(await reasonOf(here.callerOf(expired.secret))).to.equal('expired')
    const session = await credential(id, 'session')
    expect(await reasonOf(here.callerOf(session.secret))).to.equal('wrong_resource')
    const link = await credential(id, 'link')
    expect(await reasonOf(here.callerOf(link.secret))).to.equal('wrong_resource')
    const other = await credential(id, 'access_token', { resource: 'https://elsewhere.test/mcp' })
    expect(await reasonOf(here.callerOf(other.secret))).to.equal('wrong_resource')
    const suspended = await credential(await participant({ suspended_at: new Date() }))
    expect(await reasonOf(here.callerOf(suspended.secret))).to.equal('suspended')
  })

  it('refuses an agent and a sub-agent of a suspended human', async () => {
    const human = await participant({ kind: 'human', suspended_at: new Date() })
    const agent = await participant({ human_id: human })
    const sub = await participant({ parent_id: agent })
    expect(await reasonOf(here.callerOf((await credential(agent)).secret))).to.equal('suspended')
    expect(await reasonOf(here.callerOf((await credential(sub)).secret))).to.equal('suspended')
  })

  it('takes an OAuth token for this resource, with the scopes it has', async () => {
    const id = await participant()
    const read = await credential(id, 'access_token', { resource: 'https://svc.test/mcp', scopes: ['svc:read'] })
    expect(await here.callerOf(read.secret)).to.deep.include({ connection: 'oauth', scopes: ['svc:read'] })
    const write = await credential(id, 'access_token', { resource: 'https://svc.test/mcp', scopes: ['svc:write'] })
    expect((await here.callerOf(write.secret)).scopes).to.deep.equal(['svc:read', 'svc:write'])
  })

  it('reads a session and nothing else from the cookie', async () => {
    const id = await participant({ kind: 'human' })
    const session = await credential(id, 'session')
    expect((await here.sessionOf(session.secret))?.id).to.equal(id)
    expect(await here.sessionOf(undefined)).to.equal(undefined)
    expect(await here.sessionOf(mintSecret('session').secret)).to.equal(undefined)
    const ended = await credential(id, 'session', { revoked_at: new Date() })
    expect(await here.sessionOf(ended.secret)).to.equal(undefined)
  })

  it('ends a key by the service clock, also one that is remembered', async () => {
    const { secret } = await credential(await participant(), 'agent_key', { expires_at: new Date(clock.now() + 2_000) })
    await here.callerOf(secret)
    clock.advanceTo(clock.ahead + 2_001)
    expect(await reasonOf(here.callerOf(secret))).to.equal('expired')
  })

  // SPEC: revocation is immediate on
  it('forgets a revoked key at once here and hears of it elsewhere', async () => {
    const agent = await participant()
    const { id, secret } = await credential(agent)
    await Promise.all([here.callerOf(secret), elsewhere.callerOf(secret)])
    await sql`update credential set revoked_at = now() where id = ${id}`
    await here.changed({ credentials: [id] })
    expect(await reasonOf(here.callerOf(secret))).to.equal('revoked')
    await until(
      async () => (await reasonOf(elsewhere.callerOf(secret))) === 'revoked',
      'the other instance hears of it',
      // sooner than it forgets by itself
      4_000,
    )
  })

  // SPEC: revocation is immediate on
  it('forgets a key within five seconds where nobody told', async () => {
    const { id, secret } = await credential(await participant())
    await here.callerOf(secret)
    await sql`update credential set revoked_at = now() where id = ${id}`
    expect(await reasonOf(here.callerOf(secret))).to.equal('none')
    clock.advanceTo(clock.ahead + 5_000)
    expect(await reasonOf(here.callerOf(secret))).to.equal('revoked')
  })

  describe('checked again, before a held answer', () => {
    let wire: Wire
    let far: Credentials
    beforeEach(async () => {
      wire = await openWire(store.url.split('?')[0] as string)
      const redisUrl = `redis://${wire.address}`
      const pulse = { every: 20, patience: 200 }
      far = openCredentials({ config, clock, sql, redis: store.redis, redisUrl, log, pulse })
    })
    afterEach(async () => {
      await far.close()
      wire.close()
    })

    /** One that the far instance knows and that is revoked here as `lose` has cut the far one off. */
    async function revokedUnheard(lose: () => void): Promise<{ credential_id: string }> {
      const { id, secret } = await credential(await participant())
      await hears(far)
      await far.callerOf(secret)
      lose()
      await sql`update credential set revoked_at = now() where id = ${id}`
      await here.changed({ credentials: [id] })
      clock.advanceTo(clock.ahead + 5_000)
      return { credential_id: id }
    }
    /** It answers from memory whatever its age: it hears of changes. */
    async function hears(one: Credentials): Promise<void> {
      await until(async () => {
        const { id, secret } = await credential(await participant())
        await one.callerOf(secret)
        await sql`delete from credential where id = ${id}`
        clock.advanceTo(clock.ahead + 5_000)
        return (await reasonOf(one.again({ credential_id: id }))) === 'none'
      }, 'changes are heard')
    }

    // SPEC: revocation is immediate on
    it('is refused within five seconds where the connection that tells of it died without a word', async () => {
      const revoked = await revokedUnheard(() => wire.fallSilent())
      await until(async () => (await reasonOf(far.again(revoked))) === 'revoked', 'the revoked key is refused')
    })

    // SPEC: revocation is immediate on
    it('is refused where that connection was away for a moment', async () => {
      const revoked = await revokedUnheard(() => wire.cut())
      await hears(far)
      expect(await reasonOf(far.again(revoked))).to.equal('revoked')
    })

    // SPEC: revocation is immediate on
    it('is refused where this instance no longer remembers it, and where no row of it is left', async () => {
      const { id } = await credential(await participant(), 'agent_key', { revoked_at: new Date() })
      expect(await reasonOf(far.again({ credential_id: id }))).to.equal('revoked')
      const good = await credential(await participant())
      expect(await reasonOf(far.again({ credential_id: good.id }))).to.equal('none')
      expect(await reasonOf(far.again({ credential_id: 'crd_gone' }))).to.equal('bad_key')
    })
  })

  it('counts a sub-agent with its parent and the parent’s human', async () => {
    const human = await participant({ kind: 'human', email_key: 'h@x.test', email_verified_at: new Date() })
    const parent = await participant({ human_id: human })
    const sub = await participant({ parent_id: parent })
    const limited_to = { threads: ['thr_1'], pads: [], rights: ['read'] }
    const { secret } = await credential(sub, 'agent_key', { kind: 'sub_agent_key', limited_to: sql.json(limited_to) })
    const caller = await here.callerOf(secret)
    expect(caller).to.deep.include({ human_id: human, parent_id: parent, connection: 'sub_agent_key', verified: true })
    expect(caller.limited_to).to.deep.equal(limited_to)
  })

  it('counts ids verified with one address as one', async () => {
    const email = { email_key: 'same@x.test', email_verified_at: new Date() }
    const human = await participant({ kind: 'human', ...email })
    const agent = await participant(email)
    const unverified = await participant({ email_key: 'same@x.test' })
    expect((await here.callerOf((await credential(agent)).secret)).counts_as).to.equal(human)
    expect((await here.callerOf((await credential(unverified)).secret)).counts_as).to.equal(undefined)
    expect(await here.sessionOf((await credential(human, 'session')).secret)).not.to.have.property('counts_as')
  })

  it('pauses a sub-agent with its parent', async () => {
    const parent = await participant({ paused_at: new Date() })
    const sub = await participant({ parent_id: parent })
    expect((await here.callerOf((await credential(sub)).secret)).paused).to.equal(true)
  })

  it('writes behind when a key was used', async () => {
    const { id, secret } = await credential(await participant())
    await here.callerOf(secret)
    await here.flush()
    const [row] = await sql`select last_used_at from credential where id = ${id}`
    expect(row?.['last_used_at']?.getTime()).to.be.closeTo(clock.now(), 1_000)
  })

  describe('verified and reach', () => {
    const email = () => ({ email_key: `r${++made}@x.test`, email_verified_at: new Date() })
    const callerFor = async (id: string) => here.callerOf((await credential(id)).secret)
    const old = () => new Date(clock.now() - hours(25))

    // SPEC: reach (live links
    it('waits a day after a verified account was made', async () => {
      const young = await participant({ kind: 'human', ...email() })
      expect(await callerFor(await participant({ human_id: young }))).to.deep.include({ verified: true, reach: false })
      const day = await participant({ kind: 'human', ...email(), created_at: new Date(clock.now() - days(1)) })
      expect(await callerFor(await participant({ human_id: day }))).to.deep.include({ verified: true, reach: true })
    })

    it('is never there for an unverified one, however old', async () => {
      const human = await participant({ kind: 'human', created_at: old() })
      expect(await callerFor(await participant({ human_id: human, ...email(), created_at: old() }))).to.deep.include({
        verified: false,
        reach: false,
      })
    })

    // SPEC: reach (live links
    it('comes with the tenth post, counted over everybody of one human', async () => {
      const human = await participant({ kind: 'human', ...email() })
      const [one, other] = [await participant({ human_id: human }), await participant({ human_id: human })]
      const post = (author_id: string, seq: number) =>
        sql`insert into post (id, thread_id, seq, author_id, body, created_at)
          values (${`msg_${one}_${seq}`}, ${`thr_${one}`}, ${seq}, ${author_id}, '', ${new Date()})`
      for (let seq = 1; seq <= 9; seq++) await post(seq % 2 ? one : other, seq)
      expect((await callerFor(one)).reach).to.equal(false)
      await post(other, 10)
      expect((await callerFor(one)).reach).to.equal(true)
    })

    // SPEC: reach (live links
    it('is lost for a day by a fold for promotion, for everything linked to the human', async () => {
      const human = await participant({ kind: 'human', ...email(), created_at: old() })
      const [one, other] = [await participant({ human_id: human }), await participant({ human_id: human })]
      await sql`insert into post (id, thread_id, seq, author_id, body, created_at)
        values (${`msg_f_${one}`}, ${`thr_f_${one}`}, 1, ${one}, '', ${new Date()})`
      const fold = (reason: string, at: number) =>
        sql`insert into fold (target_id, level, reason, at) values (${`msg_f_${one}`}, 'fold', ${reason}, ${new Date(at)})
          on conflict (target_id) do update set reason = excluded.reason, at = excluded.at`
      await fold('off_topic', clock.now())
      expect((await callerFor(other)).reach).to.equal(true)
      await fold('promotion', clock.now())
      expect((await callerFor(other)).reach).to.equal(false)
      await fold('promotion', clock.now() - days(1))
      expect((await callerFor(other)).reach).to.equal(true)
    })

    it('is found without a look at what is folded of others', async () => {
      const human = await participant({ kind: 'human', ...email(), created_at: old() })
      await sql`insert into post (id, thread_id, seq, author_id, body, created_at)
        select 'msg_flood_' || n, 'thr_flood', n, 'hum_flood_' || n % 200, '', ${new Date()} from generate_series(1, 2000) n`
      await sql`insert into fold (target_id, level, reason, at)
        select 'msg_flood_' || n, 'fold', 'spam', ${new Date(clock.now())} from generate_series(1, 2000) n`
      // else the plan depends on when the server itself looked last
      await sql`analyze`
      const { secret } = await credential(await participant({ human_id: human }))
      await sql.begin(async (one) => {
        const looked = async () => {
          const [{ rows } = { rows: 0 }] = await one<{ rows: number }[]>`
            select coalesce(sum(seq_tup_read + idx_tup_fetch), 0)::int as rows
            from pg_stat_xact_user_tables where relname in ('post', 'fold')`
          return rows
        }
        // what this connection read for earlier transactions may still be among the counts
        const before = await looked()
        const check = await credentialByHash(one as unknown as Sql, hashOf(secret), clock.now())
        expect(check?.reach).to.equal(true)
        expect((await looked()) - before).to.be.below(20)
      })
    })
  })
})
