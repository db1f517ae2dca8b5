import { expect } from 'chai'
import { appliedMigrations, knownMigrations, migrate, pendingMigrations } from '../../sql/migrate.ts'
import { currentNames } from '../../sql/regrouped_migrations.ts'
import { until } from '../support/until.ts'
import { emptyDatabase, freshDatabase } from '../support/stores.ts'

describe('migrations', () => {
  it('are all pending in an empty database, and none after they ran', async () => {
    const { sql, url } = await emptyDatabase()
    const before = await pendingMigrations(sql)
    expect(before.length).to.be.greaterThan(0)
    expect(await migrate(url)).to.deep.equal(before)
    expect(await pendingMigrations(sql)).to.deep.equal([])
  })

  it('are applied once when several runners start together', async () => {
    const { sql, url } = await emptyDatabase()
    const runs = await Promise.all([migrate(url), migrate(url), migrate(url)])
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
    const patience = { lock: 100, pause: 20, tries: 10_000 }
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

  it('touch nothing of a database that stands between, and say what to start first', async () => {
    const { sql, url } = await emptyDatabase()
    await sql`create table schema_migrations (id serial primary key, name text not null, run_on timestamp not null)`
    await sql`insert into schema_migrations (name, run_on) values ('0001_runtime', now()), ('0037_account_exports', now())`
    const refused = await migrate(url).catch((error: Error) => error)
    expect(refused).to.be.an.instanceOf(Error).with.property('message').that.includes('0059_decisions_found')
    expect(await appliedMigrations(sql)).to.have.length(2)
  })
})
