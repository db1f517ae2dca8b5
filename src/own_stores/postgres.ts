import { spawnSync, type ChildProcess } from 'node:child_process'
import { existsSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { connectSql } from '../../sql/connect.ts'
import { answers, createDatabase, hasDatabase, urlOfDatabase } from '../../sql/databases.ts'
import { unprivilegedAccount } from './unprivileged_account.ts'
import { postgresBinaries, type Binaries } from './postgres_binaries.ts'
import { postgresHome, sharedPlace, type Home } from './postgres_home.ts'
import { endOrphan } from './processes.ts'
import { postgresDatabase, postgresUrl, postgresUser, serverOn } from './running_postgres.ts'
import { socketFolder } from './socket_folder.ts'
import { StartError } from './start_error.ts'
import { isUp, lastLogLine, launch, type Store, type StoreOptions, watched } from './store.ts'

/** Starts the PostgreSQL of a data folder on a unix socket; creates the cluster the first time. */
export async function startPostgres({ dataDir, say, durable = true }: StoreOptions): Promise<Store> {
  const home = postgresHome(dataDir, unprivilegedAccount(), say)
  const data = join(home.folder, 'data')
  const shelf = home.account ? sharedPlace : join(dataDir, 'binaries')
  const binaries = postgresBinaries(home.account, shelf, madeBy(data))
  if (!existsSync(data)) makeCluster(binaries, home, data, durable)
  await endLeftover(data)

  const { folder: socket, leave } = socketFolder(join(home.folder, 'run'), home.account)
  const url = postgresUrl(socket)
  const server = await serve(binaries, { home, data, socket, durable })
  const store = { url, ...watched(server, { name: 'PostgreSQL', ends: 'SIGINT', forces: 'SIGQUIT' }, leave) }
  try {
    await ensureDatabase(url)
  } catch (error) {
    await store.stop()
    throw error
  }
  return store
}

function madeBy(data: string): number | undefined {
  const file = join(data, 'PG_VERSION')
  return existsSync(file) ? Number.parseInt(readFileSync(file, 'utf8'), 10) : undefined
}

function makeCluster({ bin }: Binaries, { account }: Home, data: string, durable: boolean): void {
  // created under a temporary name, so that an interrupted start leaves no half-made cluster
  const unfinished = `${data}.new`
  rmSync(unfinished, { recursive: true, force: true })
  const args = ['-D', unfinished, '-U', postgresUser, '--auth=trust', '--encoding=UTF8', '--locale=C']
  const made = spawnSync(join(bin, 'initdb'), durable ? args : [...args, '--no-sync'], {
    ...account,
    cwd: '/',
    env: { PATH: process.env.PATH, LC_ALL: 'C' },
    encoding: 'utf8',
  })
  if (made.status !== 0)
    throw new StartError(`initdb failed: ${made.stderr?.trim().split('\n').at(-1) || made.error?.message}`)
  renameSync(unfinished, data)
}

/** After kill -9 of node the server may still run, or have left its lock file. */
export async function endLeftover(data: string): Promise<void> {
  const server = serverOn(data)
  if (server) await endOrphan(server.pid, ['SIGINT', 'SIGQUIT', 'SIGKILL'])
  rmSync(join(data, 'postmaster.pid'), { force: true })
}

interface Cluster {
  readonly home: Home
  readonly data: string
  readonly socket: string
  readonly durable: boolean
}

async function serve({ bin }: Binaries, cluster: Cluster): Promise<ChildProcess> {
  const { home, socket } = cluster
  const logFile = join(home.folder, 'postgres.log')
  const url = postgresUrl(socket, 'postgres')
  const answering = async () => existsSync(join(socket, '.s.PGSQL.5432')) && (await answers(url))
  for (let attempt = 1; ; attempt++) {
    const server = launch(join(bin, 'postgres'), argumentsFor(cluster), {
      ...home.account,
      env: { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' },
      logFile,
      log: existsSync(logFile) && statSync(logFile).size > 5_000_000 ? 'w' : 'a',
    })
    if (await isUp(server, answering, 'SIGQUIT')) return server
    // backends of a killed server hold its shared memory for a moment
    const isHeld = /shared memory|still in use|lock file/i.test(readFileSync(logFile, 'utf8').slice(-2000))
    if (!isHeld || attempt === 20)
      throw new StartError(`PostgreSQL did not start: ${lastLogLine(logFile)} (${logFile})`)
    await pause(250)
  }
}

function argumentsFor({ data, socket, durable }: Cluster): string[] {
  const settings = {
    listen_addresses: '',
    unix_socket_directories: socket,
    unix_socket_permissions: '0700',
    ...sized,
    ...(durable ? {} : { fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off' }),
  }
  return ['-D', data, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])]
}

/** Sized for a small machine shared with node and Redis. Other settings keep PostgreSQL's defaults, above all fsync. */
const sized = {
  max_connections: '200',
  shared_buffers: '128MB',
  work_mem: '8MB',
  maintenance_work_mem: '64MB',
  effective_cache_size: '512MB',
  max_wal_size: '1GB',
  checkpoint_timeout: '15min',
  random_page_cost: '1.1',
  max_parallel_workers_per_gather: '0',
  // this WAL has no replica
  wal_level: 'minimal',
  max_wal_senders: '0',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_checkpoints: 'off',
}

async function ensureDatabase(url: string): Promise<void> {
  const sql = connectSql(urlOfDatabase(url, 'postgres'), { max: 1, name: 'svc start' })
  try {
    if (!(await hasDatabase(sql, postgresDatabase))) await createDatabase(sql, postgresDatabase)
  } finally {
    await sql.end({ timeout: 5 })
  }
}
