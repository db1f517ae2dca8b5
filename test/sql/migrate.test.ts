import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'chai'
import { appliedMigrations, knownMigrations, migrate, pendingMigrations } from '../../sql/migrate.ts'
import { dumpSchema } from '../support/schema_dump.ts'
import { root } from '../../src/root.ts'
import { currentNames } from '../../sql/regrouped_migrations.ts'
import { minutes } from '../../src/rules/units.ts'
import { until } from '../support/until.ts'
import { emptyDatabase, freshDatabase } from '../support/stores.ts'

describe('migrations', () => {
  const patience = { lock: 100, pause: 20, longest: minutes(20) }

  it('are all pending in an empty database, and none after they ran', async () => {
    const { sql, url } = await emptyDatabase()
    const before = await pendingMigrations(sql)
    expect(before.length).to.be.greaterThan(0)
    expect(await migrate(url)).to.deep.equal(before)
    expect(await pendingMigrations(sql)).to.deep.equal([])
  })

  it('are applied once when several runners start together', async () => {
    const { sql, url } = await emptyDatabase()
    const runs = await Promise.all([1, 2, 3].map(() => migrate(url, { patience })))
    expect(runs.filter((applied) => applied.length > 0)).to.have.length(1)
    expect(await pendingMigrations(sql)).to.deep.equal([])
  })

  it('stand in every database that a test gets', async () => {
    const { sql } = await freshDatabase()
    expect(await pendingMigrations(sql)).to.deep.equal([])
  })

  it('take a database of before they were regrouped by concern as it is', async () => {
    const { sql, url } = await freshDatabase()
    // what came since then it has already
    await sql`delete from schema_migrations where name <= '0013_development'`
    await sql`insert into schema_migrations (name, run_on) values ('0001_runtime', now()), ('0059_decisions_found', now())`
    const runs = await Promise.all([migrate(url), migrate(url)])
    expect(runs).to.deep.equal([[], []])
    expect(await pendingMigrations(sql)).to.deep.equal([])
    const names = await appliedMigrations(sql)
    expect(names).to.include('0059_decisions_found', 'processes of the release before still ask for it')
    expect(new Set(names).size).to.equal(names.length)
  })

  it('go on where the next release has migrated already, and say of a list that it has more than they know', async () => {
    const known = await knownMigrations()
    // by its number it could be one of before the regrouping
    const next = '0058_next'
    const { sql, url } = await freshDatabase()
    await sql`insert into schema_migrations (name, run_on) values (${next}, now())`
    expect(await migrate(url)).to.deep.equal([])
    expect(currentNames([...known, next], known)).to.deep.equal([...known, next])

    const before = ['0001_runtime', '0037_account_exports', '0059_decisions_found']
    expect(currentNames([...before, ...known, next], known)).to.deep.equal([...known, next])
    const since = known.filter((name) => name > '0013_development')
    expect(currentNames([...before, ...since, next], known)).to.deep.equal([...known, next])
    await sql`delete from schema_migrations`
    await sql`insert into schema_migrations (name, run_on) select *, now() from unnest(${[...before, ...known, next]}::text[])`
    expect(await migrate(url)).to.deep.equal([])
    expect(await appliedMigrations(sql)).to.deep.equal([...before, ...known, next])
  })

  it('wait for a table that others hold without holding up those who read it, and go on once it is let go', async () => {
    const { sql, url } = await emptyDatabase()
    const known = await knownMigrations()
    const changing = known.indexOf('0015_made_with')
    await migrate(url, { first: changing })
    const waits: string[] = []
    let letGo = (): void => undefined
    const held = new Promise<void>((resolve) => (letGo = resolve))
    const reading = sql.begin('isolation level repeatable read', async (backup) => {
      await backup`select set_config('application_name', 'a backup', true), count(*) from post`
      await held
    })
    try {
      await until(async () => (await sql`select from pg_locks where relation = 'post'::regclass`).length > 0, 'held')
      const migrated = migrate(url, { patience, onWait: (all) => waits.push(...all.map(({ by }) => by)) })
      const waiting = () => sql`
        select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
          and query like '%made_with%'`
      for (let n = 0; n < 2; n++) {
        await until(async () => (await waiting()).length > 0, 'it waits for post')
        expect(await sql`select from post`, 'read behind it').to.have.length(0)
      }
      await until(() => waits.length > 0, 'it says so')
      expect(waits[0]).to.equal('a backup')
      expect(await pendingMigrations(sql)).to.include('0015_made_with')
      letGo()
      expect(await migrated).to.deep.equal(known.slice(changing))
      expect(await pendingMigrations(sql)).to.deep.equal([])
    } finally {
      letGo()
      await reading
    }
  })

  it('build indexes of a table that is read and written meanwhile: once, however long others hold it', async () => {
    const { sql, url } = await emptyDatabase()
    const known = await knownMigrations()
    await migrate(url, { first: known.indexOf('0031_ages') })
    const waits: string[] = []
    const writes = () =>
      sql.begin(async (write) => {
        await write`set local lock_timeout = 1`
        await write`insert into message (id, shard, actor, result, at) values (gen_random_uuid(), 1, 'thr_1', '{}', now())`
      })
    const built = async () =>
      (await sql<{ file: number }[]>`select pg_relation_filenode('message_age') as file`)[0]?.file
    let letGo = (): void => undefined
    const held = new Promise<void>((resolve) => (letGo = resolve))
    const reading = sql.begin('isolation level repeatable read', async (backup) => {
      await backup`select set_config('application_name', 'a backup', true), count(*) from message, idem`
      await held
    })
    try {
      await until(async () => (await sql`select from pg_locks where relation = 'idem'::regclass`).length > 0, 'held')
      const migrated = migrate(url, { patience, onWait: (all) => waits.push(...all.map(({ by }) => by)) })
      await until(() => waits.length > 0, 'it waits, and says so')
      expect(waits[0]).to.equal('a backup')
      const file = await built()
      expect(file).to.be.a('number')
      await writes()
      letGo()
      expect(await migrated).to.deep.equal(known.slice(known.indexOf('0031_ages')))
      expect(await built(), 'the same').to.equal(file)
      expect(await sql`select from message`).to.have.length(1)
    } finally {
      letGo()
      await reading
    }
  })

  it('that run step by step may run again, and build anew what was cut short', async () => {
    const { sql, url } = await freshDatabase()
    const schema = await dumpSchema(sql)
    const texts = await Promise.all(
      (await knownMigrations()).map(async (name) => ({
        name,
        text: await readFile(join(root, 'sql', 'migrations', `${name}.sql`), 'utf8'),
      })),
    )
    const stepByStep = texts.filter(({ text }) => text.includes('step by step')).map(({ name }) => name)
    expect(stepByStep).to.include('0031_ages')
    await sql`delete from schema_migrations where name = any(${stepByStep}::text[])`
    await sql`update pg_index set indisvalid = false where indexrelid = 'message_age'::regclass`
    expect(await migrate(url)).to.deep.equal(stepByStep)
    expect(await sql`select from pg_index where not indisvalid`).to.have.length(0)
    expect(await dumpSchema(sql)).to.equal(schema)
  })

  it('touch nothing of a database that stands between, and say what to start first', async () => {
    const { sql, url } = await emptyDatabase()
    await sql`create table schema_migrations (id serial primary key, name text not null, run_on timestamp not null)`
    await sql`insert into schema_migrations (name, run_on) values ('0001_runtime', now()), ('0037_account_exports', now())`
    const refused = await migrate(url).catch((error: Error) => error)
    expect(refused).to.be.an.instanceOf(Error).with.property('message').that.includes('0059_decisions_found')
    expect(await appliedMigrations(sql)).to.have.length(2)
  })
})
