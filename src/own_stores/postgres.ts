import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { closeSync, existsSync, openSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
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
import { type Store, type StoreOptions, watched } from './store.ts'

/** Crash recovery runs before the first query; with a full WAL it takes long on a slow disk. */
const patienceMs = 120_000

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
  const server = await serve(binaries, home, data, socket, durable)
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
  if (made.status !== 0) throw new StartError(`initdb failed: ${lastLine(made.stderr ?? '') || made.error?.message}`)
  renameSync(unfinished, data)
}

/** After kill -9 of node the server may still run, or have left its lock file. */
export async function endLeftover(data: string): Promise<void> {
  const server = serverOn(data)
  if (server) await endOrphan(server.pid, ['SIGINT', 'SIGQUIT', 'SIGKILL'])
  rmSync(join(data, 'postmaster.pid'), { force: true })
}

async function serve(
  binaries: Binaries,
  home: Home,
  data: string,
  socket: string,
  durable: boolean,
): Promise<ChildProcess> {
  const logFile = join(home.folder, 'postgres.log')
  const url = postgresUrl(socket, 'postgres')
  for (let attempt = 1; ; attempt++) {
    const server = launch(binaries, home, data, socket, durable, logFile)
    const ended = new Promise<void>((resolve) => server.once('exit', () => resolve()).once('error', () => resolve()))
    const end = Date.now() + patienceMs
    while (server.exitCode === null && server.signalCode === null && Date.now() < end) {
      if (existsSync(join(socket, '.s.PGSQL.5432')) && (await answers(url))) return server
      await Promise.race([pause(25), ended])
    }
    server.kill('SIGQUIT')
    await ended
    // backends of a killed server hold its shared memory for a moment
    const line = lastLine(readFileSync(logFile, 'utf8'))
    if (attempt < 20 && /shared memory|still in use|lock file/i.test(readFileSync(logFile, 'utf8').slice(-2000))) {
      await pause(250)
      continue
    }
    throw new StartError(`PostgreSQL did not start: ${line} (${logFile})`)
  }
}

function launch(
  { bin }: Binaries,
  { account }: Home,
  data: string,
  socket: string,
  durable: boolean,
  logFile: string,
): ChildProcess {
  const settings = {
    listen_addresses: '',
    unix_socket_directories: socket,
    unix_socket_permissions: '0700',
    ...sized,
    ...(durable ? {} : { fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off' }),
  }
  const log = openSync(logFile, existsSync(logFile) && statSync(logFile).size > 5_000_000 ? 'w' : 'a', 0o600)
  try {
    // a process group of its own: Ctrl-C reaches only node, which stops the server after draining
    return spawn(
      join(bin, 'postgres'),
      ['-D', data, ...Object.entries(settings).flatMap(([k, v]) => ['-c', `${k}=${v}`])],
      {
        ...account,
        cwd: '/',
        env: { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' },
        detached: true,
        stdio: ['ignore', log, log],
      },
    )
  } finally {
    closeSync(log)
  }
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

const lastLine = (text: string): string => text.trim().split('\n').at(-1)?.trim() ?? ''
