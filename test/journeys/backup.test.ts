import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { gzipSync } from 'node:zlib'
import { expect } from 'chai'
import { backUp } from '../../sql/backup/back_up.ts'
import { NotRestored, restore } from '../../sql/backup/restore.ts'
import { appliedMigrations, knownMigrations, migrate } from '../../sql/migrate.ts'
import { root } from '../../src/root.ts'
import { hours } from '../../src/rules/units.ts'
import { type Agent, type Cast, gatherCast, withKey } from '../support/cast.ts'
import { makesTask, startsThread } from '../support/made.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { emptyDatabase, freshRedis, type TestDatabase } from '../support/stores.ts'
import { until } from '../support/until.ts'

describe('a backup', () => {
  let server: TestServer
  let cast: Cast
  let thread_id: string
  let task_id: string
  let backup: Buffer

  before(async () => {
    server = await startServer()
    cast = await gatherCast(server)
    const { otto, bensAgent, cleosAgent, hub } = cast
    thread_id = await startsThread(otto, { hub: hub.slug, title: 'Bread\tand\\butter', body: 'Which?\n\\.\nRye.' })
    await cleosAgent.does('post_reply', { thread_id, body: `@${otto.handle} wheat · weizen · 小麦` })
    const { pad_id } = await otto.does('create_pad', {
      hub: hub.slug,
      title: 'Dough',
      text: '# One\n\nTwo\n\n# Three\n\nFour',
    })
    await bensAgent.does('edit_pad', { pad_id, base_version: 1, text: '# One\n\nTwo and a half\n\n# Three\n\nFour' })
    task_id = await makesTask(otto, { thread_id, title: 'Knead' })
    await cleosAgent.does('update_task', { task_id, action: 'take' })
    await cleosAgent.does('catch_up', { hub: hub.slug })
    await server.landed()
    backup = await whileToldAndNotHeard()
    await server.landed()
  })

  /** Taken while the service works: a post is saved, and whom it names has not heard of it. */
  async function whileToldAndNotHeard(): Promise<Buffer> {
    let taken: Buffer = Buffer.alloc(0)
    await server.sql.begin(async (sql) => {
      await sql`lock table inbox_item in exclusive mode`
      await cast.cleosAgent.does('post_reply', { thread_id, body: `@${cast.otto.handle} and one thing more` })
      await until(async () => (await server.sql`select from outbox`).length > 0, 'somebody who is told')
      taken = await whole(backUp(databaseOf(server)))
    })
    return taken
  }

  const databaseOf = ({ parts }: TestServer): string => parts.config.databaseUrl as string
  async function whole(bytes: AsyncIterable<Buffer>): Promise<Buffer> {
    const all: Buffer[] = []
    for await (const some of bytes) all.push(some)
    return Buffer.concat(all)
  }
  /** in pieces that end anywhere */
  async function* piecesOf(bytes: Buffer): AsyncGenerator<Buffer> {
    for (let at = 0; at < bytes.length; at += 1_013) yield bytes.subarray(at, at + 1_013)
  }
  const refusalOf = async (restored: Promise<unknown>): Promise<string> => {
    const error: unknown = await restored.then(
      () => 'it was restored',
      (one: unknown) => one,
    )
    expect(error).to.be.instanceOf(Error)
    return (error as Error).message
  }

  it('put back elsewhere answers as the original, and goes on: whoever was told hears it once, and what is due fires once', async () => {
    const { url } = await emptyDatabase()
    expect(await restore(url, piecesOf(backup))).to.be.greaterThan(50)
    const { url: redis } = await freshRedis()
    const copy = await startServer({ DATABASE_URL: url, REDIS_URL: redis })
    await copy.landed()

    for (const agent of [cast.otto, cast.bensAgent, cast.cleosAgent]) {
      const again = withKey(copy, agent)
      for (const [tool, args] of [
        ['open_thread', { thread_id }],
        ['open_hub', { hub: cast.hub.slug }],
        ['open_pad', { pad_id: cast.hub.front_pad.pad_id }],
        ['show_svc', { after: 0 }],
        ['search_svc', { type: 'task' }],
        ['search_svc', { query: 'weizen' }],
      ] as const)
        expect(await told(copy, again, tool, args), `${tool} of ${agent.handle}`).to.equal(
          await told(server, agent, tool, args),
        )
    }

    const after = await withKey(copy, cast.cleosAgent).does('post_reply', { thread_id, body: 'It goes on.' })
    expect(after['seq']).to.be.greaterThan(0)
    await copy.advance(hours(48))
    const fired = async () => (await copy.parts.prune())['idle_tasks']
    expect([await fired(), await fired()]).to.deep.equal([1, 0])
    const tasks = await withKey(copy, cast.otto).does('search_svc', { type: 'task' })
    expect(tasks['results'].find((one: { id: string }) => one.id === task_id)).to.include({ status: 'open' })
    await copy.stop()
  })

  /** What an answer says, wherever it stands and whenever it is asked, or was heard of. */
  async function told({ url }: TestServer, agent: Agent, tool: string, args: object): Promise<string> {
    const { text, data } = await agent.call(tool, args)
    const said = JSON.stringify([text, data], null, 1).replaceAll(url, '')
    return said.replaceAll(/"(cursor|at|since)": "[^"]*"|with since \w+| 20[0-9-]+ [0-9:]+/g, '')
  }

  it('goes into a database that nobody used, whole or not at all', async () => {
    expect(await refusalOf(restore(databaseOf(server), piecesOf(backup)))).to.include('not empty')
    const { url, sql } = await emptyDatabase()
    expect(await refusalOf(restore(url, piecesOf(backup.subarray(0, backup.length / 2))))).to.include('in the middle')
    expect(await sql`select from participant`).to.have.length(0)
    expect(await refusalOf(restore(url, piecesOf(Buffer.from('something else'))))).to.include('no backup')
    const last = (await knownMigrations()).at(-1) as string
    // 0058: by its number it could be one of before they were regrouped
    for (const number of ['0058', '9001']) {
      const newer = backup.toString('latin1').replace(last, number + last.slice(4))
      const refused = restore(url, piecesOf(Buffer.from(newer, 'latin1')))
      expect(await refusalOf(refused), number).to.include('newer version')
      await refused.catch((error: unknown) => expect(error).to.be.instanceOf(NotRestored))
    }
    expect(await restore(url, Readable.from(piecesOf(backup)))).to.be.greaterThan(50)
    expect(await sql`select from participant`).to.have.length.greaterThan(0)
    expect(await server.sql`select from caught_up`).to.have.length(1)
    // they count another server's transactions
    expect(await sql`select from caught_up`).to.have.length(0)
  })

  it('runs what came since over its rows, and touches no database that is used or stands elsewhere', async () => {
    const known = await knownMigrations()
    const older = known.length - 1
    const standsAt = async ({ sql }: TestDatabase) => (await appliedMigrations(sql)).length

    const used = await emptyDatabase()
    await migrate(used.url, { first: older })
    await used.sql`insert into participant (id, kind, handle, name, created_at)
      values ('prt_1', 'human', 'ada', 'Ada', now())`
    expect(await refusalOf(restore(used.url, piecesOf(backup)))).to.include('not empty')
    expect(await standsAt(used)).to.equal(older)

    const early = await whole(backUp(used.url))
    const started = await emptyDatabase()
    await migrate(started.url)
    expect(await refusalOf(restore(started.url, piecesOf(early)))).to.include('another version')

    const again = await emptyDatabase()
    for (let n = 0; n < 2; n++) {
      const broken = piecesOf(early.subarray(0, early.length - 3))
      expect(await refusalOf(restore(again.url, broken))).to.include('in the middle')
      expect(await standsAt(again), 'until it is whole').to.equal(older)
    }
    await restore(again.url, piecesOf(early))
    expect(await standsAt(again)).to.equal(known.length)
  })

  it('takes a backup of before the migrations were regrouped, and none that stands between', async () => {
    const before = await emptyDatabase()
    await migrate(before.url)
    // what came since then it has already
    const since = (await knownMigrations()).filter((name) => name > '0013_development')
    const named = async (last: string) => {
      await before.sql`delete from schema_migrations where not name = any(${since}::text[])`
      await before.sql`insert into schema_migrations (name, run_on) values ('0001_runtime', now()), (${last}, now())`
      return whole(backUp(before.url))
    }
    const between = await named('0037_account_exports')
    const { url, sql } = await emptyDatabase()
    expect(await refusalOf(restore(url, piecesOf(between)))).to.include('0059_decisions_found')
    expect(await restore(url, piecesOf(await named('0059_decisions_found')))).to.be.greaterThan(50)
    expect(await appliedMigrations(sql)).to.deep.equal(await knownMigrations())
  })

  /** What a command says as it fails. */
  async function failing(command: 'backup' | 'restore', file: string, env: Record<string, string>): Promise<string> {
    const child = spawn(process.execPath, [join(root, 'dist/src', `${command}.js`), file], {
      cwd: root,
      env: { PATH: process.env['PATH'] ?? '', ...env },
    })
    const [words, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')])
    expect(code).to.equal(1)
    return words.trim()
  }

  it('changes nothing where Redis does not answer, which has to be emptied with it', async () => {
    const { url, sql } = await emptyDatabase()
    const file = join(mkdtempSync(join(tmpdir(), 'svc-backup-')), 'svc.backup')
    writeFileSync(file, gzipSync(backup))
    const env = { DATABASE_URL: url, REDIS_URL: 'redis://127.0.0.1:1' }
    expect(await failing('restore', file, env)).to.match(/^svc was not restored: Redis did not answer [^\n]*$/)
    expect(await appliedMigrations(sql)).to.deep.equal([])
    rmSync(dirname(file), { recursive: true })
  })

  it('says in a line that the database does not answer, or that its address cannot be read', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'svc-backup-'))
    const file = join(folder, 'svc.backup')
    const away = { DATABASE_URL: 'postgres://svc@127.0.0.1:1/svc' }
    expect(await failing('backup', file, away)).to.match(/^svc was not backed up: PostgreSQL [^\n]*ECONNREFUSED[^\n]*$/)
    const wrong = { DATABASE_URL: 'postgres://svc@127.0.0.1/svc?sslmode=maybe' }
    expect(await failing('backup', file, wrong)).to.match(
      /^svc was not backed up: DATABASE_URL cannot be read: [^\n]*$/,
    )
    writeFileSync(file, gzipSync(backup))
    expect(await failing('restore', file, away)).to.match(/^svc was not restored: PostgreSQL [^\n]*$/)
    rmSync(folder, { recursive: true })
  })

  it('is taken of no folder without data, and makes none there', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'svc-backup-'))
    const [file, mistyped] = [join(folder, 'svc.backup'), join(folder, 'dta')]
    expect(await failing('backup', file, { DATA_DIR: mistyped })).to.equal(
      `svc was not backed up: No data is in ${mistyped}.`,
    )
    expect(existsSync(mistyped)).to.equal(false)
    rmSync(folder, { recursive: true })
  })

  it('says plainly which file is not there, or cannot be read', async () => {
    const { url } = await emptyDatabase()
    const env = { DATABASE_URL: url, REDIS_URL: server.parts.config.redisUrl as string }
    const said = (command: 'backup' | 'restore', file: string) => failing(command, file, env)
    const gone = join(root, 'no folder', 'svc.backup')
    expect(await said('restore', gone)).to.equal(`svc was not restored: ${gone} is not there.`)
    expect(await said('backup', gone)).to.equal(`svc was not backed up: ${join(root, 'no folder')} is not there.`)
    const folder = join(root, 'sql')
    expect(await said('restore', folder)).to.match(/^svc was not restored: \S+ cannot be read: EISDIR[^\n]*$/)
  })
})
