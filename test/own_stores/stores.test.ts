import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { expect } from 'chai'
import { connectSql } from '../../sql/connect.ts'
import { urlOfDatabase } from '../../sql/databases.ts'
import { goneWithin, isRunning } from '../../src/own_stores/processes.ts'
import { runningPostgres, serverOn } from '../../src/own_stores/running_postgres.ts'
import { StartError } from '../../src/own_stores/start_error.ts'
import { startStores, type OwnStores } from '../../src/own_stores/stores.ts'
import { connectRedis } from '../../src/redis/connect.ts'

describe('the own stores', () => {
  let dataDir = ''
  let running: OwnStores | undefined
  let holder: ChildProcess | undefined

  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), 'svc-embedded-'))
    chmodSync(dataDir, 0o755)
  })
  afterEach(async () => {
    holder?.kill('SIGKILL')
    await running?.stop()
    running = holder = undefined
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
  })

  const start = async (folder = dataDir): Promise<{ postgres: string; redis: string }> => {
    running = await startStores({ postgres: true, redis: true }, { dataDir: folder, say: () => undefined })
    return { postgres: running.postgres?.url as string, redis: running.redis?.url as string }
  }

  const hold = async (): Promise<{ postgres: string; redis: string }> => {
    holder = spawn(process.execPath, [fileURLToPath(new URL('holder.js', import.meta.url)), dataDir], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const [line] = (await once(createInterface({ input: holder.stdout! }), 'line')) as [string]
    return JSON.parse(line) as { postgres: string; redis: string }
  }

  const pidOfPostgres = (): number =>
    Number.parseInt(readFileSync(join(dataDir, 'postgres', 'data', 'postmaster.pid'), 'utf8'), 10)
  const pidOfRedis = (): number => Number.parseInt(readFileSync(join(dataDir, 'redis', 'redis.pid'), 'utf8'), 10)

  async function write(urls: { postgres: string; redis: string }): Promise<void> {
    const sql = connectSql(urls.postgres, { max: 1 })
    await sql`create table if not exists kept (n bigint, at timestamptz)`
    await sql`insert into kept values (${2 ** 40}, ${new Date(1000)})`
    await sql.end()
    const redis = connectRedis({ url: urls.redis })
    await redis.incr('kept')
    redis.disconnect()
  }

  async function read(urls: { postgres: string; redis: string }): Promise<unknown[]> {
    const sql = connectSql(urls.postgres, { max: 1 })
    const rows = await sql`select n, at from kept`
    await sql.end()
    const redis = connectRedis({ url: urls.redis })
    const kept = await redis.get('kept')
    redis.disconnect()
    return [rows.map((row) => [row['n'], (row['at'] as Date).getTime()]), kept]
  }

  it('keep what was written over a restart, on sockets, with durable settings', async () => {
    const urls = await start()
    const sql = connectSql(urls.postgres, { max: 1 })
    const [settings] = await sql`
      select current_setting('fsync') as fsync, current_setting('synchronous_commit') as synchronous_commit,
        current_setting('listen_addresses') as listen_addresses`
    expect({ ...settings }).to.deep.equal({ fsync: 'on', synchronous_commit: 'on', listen_addresses: '' })
    await sql.end()
    await write(urls)
    await running?.stop()
    expect(await read(await start())).to.deep.equal([[[2 ** 40, 1000]], '1'])
  })

  it('end with the process that started them, however it ends, and lose nothing', async () => {
    await write(await hold())
    const servers = [pidOfPostgres(), pidOfRedis()]
    holder?.kill('SIGKILL')
    for (const pid of servers) expect(await goneWithin(pid, 10_000)).to.equal(true)
    expect(await read(await start())).to.deep.equal([[[2 ** 40, 1000]], '1'])
  })

  it('start over servers that were killed and left their locks behind', async () => {
    await write(await hold())
    for (const pid of [pidOfPostgres(), pidOfRedis(), holder?.pid as number]) process.kill(pid, 'SIGKILL')
    expect(await read(await start())).to.deep.equal([[[2 ** 40, 1000]], '1'])
  })

  it('are not taken from a process that still runs', async () => {
    await hold()
    const failure = await start().catch((error: unknown) => error)
    expect(failure).to.be.instanceOf(StartError)
    expect((failure as Error).message).to.include(String(holder?.pid))
    expect(isRunning(pidOfPostgres())).to.equal(true)
  })

  it('take over from a lock whose process is gone, though its number runs again', async () => {
    writeFileSync(join(dataDir, 'lock'), `${process.pid} 1`)
    await start()
  })

  it('leave no server running where the database cannot be made', async () => {
    const { postgres } = await start()
    const sql = connectSql(urlOfDatabase(postgres, 'postgres'), { max: 1 })
    await sql`drop database svc`
    await sql`alter system set default_transaction_read_only = on`
    await sql.end()
    await running?.stop()
    running = undefined
    const failure = await start().catch((error: unknown) => error)
    expect((failure as Error).message).to.include('read-only')
    const left = serverOn(join(dataDir, 'postgres', 'data'))
    if (left) process.kill(left.pid, 'SIGQUIT')
    expect(left).to.equal(undefined)
  })

  it('are found only while they run, and by looking nothing is made', async () => {
    expect(runningPostgres(dataDir)).to.equal(undefined)
    expect(readdirSync(dataDir)).to.deep.equal([])
    const { postgres } = await start()
    expect(runningPostgres(dataDir)).to.equal(postgres)
    await running?.stop()
    running = undefined
    expect(runningPostgres(dataDir)).to.equal(undefined)
    // after a power cut the number in the lock is another process's
    writeFileSync(join(dataDir, 'postgres', 'data', 'postmaster.pid'), `${process.pid}\n${dataDir}\n0\n5432\n/tmp\n`)
    expect(runningPostgres(dataDir)).to.equal(undefined)
  })

  it('start under a path too long for a socket', async () => {
    const deep = join(dataDir, 'a'.repeat(60), 'b'.repeat(60))
    const urls = await start(deep)
    await write(urls)
    expect(await read(urls)).to.deep.equal([[[2 ** 40, 1000]], '1'])
  })
})
