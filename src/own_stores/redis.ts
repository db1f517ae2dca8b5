import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { commandOf, endOrphan, isRunning } from './processes.ts'
import { socketFolder } from './socket_folder.ts'
import { StartError } from './start_error.ts'
import { isUp, lastLogLine, launch, type Store, type StoreOptions, watched } from './store.ts'
import { systemProgram } from './system_program.ts'

/** Starts the Redis of a data folder on a unix socket. */
export async function startRedis({ dataDir, say }: StoreOptions): Promise<Store> {
  const binary = redisBinary(say)
  const home = join(dataDir, 'redis')
  mkdirSync(home, { recursive: true, mode: 0o700 })
  await endLeftover(home)

  const { folder, leave } = socketFolder(join(dataDir, 'run'))
  const socket = join(folder, 'redis.sock')
  rmSync(socket, { force: true })
  const logFile = join(home, 'redis.log')
  const server = launch(binary, settingsOf(home, socket), { logFile, log: 'w' })
  if (!(await isUp(server, () => pongs(socket), 'SIGKILL')))
    throw new StartError(`redis-server did not start: ${lastLogLine(logFile)} (${logFile})`)
  return { url: socket, ...watched(server, { name: 'redis-server', ends: 'SIGTERM', forces: 'SIGKILL' }, leave) }
}

/** After kill -9 of node the server may still run, and would append to the file that the new one reads. */
async function endLeftover(home: string): Promise<void> {
  const file = join(home, 'redis.pid')
  if (!existsSync(file)) return
  const pid = Number.parseInt(readFileSync(file, 'utf8'), 10)
  if (pid > 0 && isRunning(pid) && /(redis|valkey)-server/.test(commandOf(pid)))
    await endOrphan(pid, ['SIGTERM', 'SIGKILL'])
  rmSync(file, { force: true })
}

/** Finds a Redis server on PATH or installs that of the distribution. */
const redisBinary = (say: (line: string) => void): string =>
  systemProgram(
    {
      names: ['redis-server', 'valkey-server'],
      debian: ['redis-server'],
      elsewhere: { brew: 'redis', apk: 'redis', dnf: 'redis', pacman: 'valkey' },
      instead: 'or set REDIS_URL',
    },
    say,
  )

function settingsOf(home: string, socket: string): string[] {
  const settings = {
    port: '0',
    unixsocket: socket,
    unixsocketperm: '700',
    dir: home,
    pidfile: join(home, 'redis.pid'),
    databases: '256',
    appendonly: 'yes',
    appendfsync: 'everysec',
    // a power cut truncates the last command, which was never acknowledged as written
    'aof-load-truncated': 'yes',
    save: '',
    'maxmemory-policy': 'noeviction',
  }
  return Object.entries(settings).flatMap(([name, value]) => [`--${name}`, value])
}

/** +PONG and not -LOADING: the file is loaded. */
function pongs(socket: string): Promise<boolean> {
  return new Promise((resolve) => {
    const connection = connect(socket)
    const done = (answer: boolean) => {
      connection.destroy()
      resolve(answer)
    }
    connection.setTimeout(2_000, () => done(false))
    connection.on('error', () => done(false))
    connection.on('connect', () => connection.write('PING\r\n'))
    connection.on('data', (data) => done(data.toString().startsWith('+PONG')))
  })
}
