import { spawn, type ChildProcess } from 'node:child_process'
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { commandOf, endOrphan, isRunning } from './processes.ts'
import { redisBinary } from './redis_binary.ts'
import { socketFolder } from './socket_folder.ts'
import { StartError } from './start_error.ts'
import { type Store, type StoreOptions, watched } from './store.ts'

/** A large append-only file is loaded before the first answer. */
const patienceMs = 120_000

/** Starts the Redis of a data folder on a unix socket. */
export async function startRedis({ dataDir, say }: StoreOptions): Promise<Store> {
  const binary = redisBinary(say)
  const home = join(dataDir, 'redis')
  mkdirSync(home, { recursive: true, mode: 0o700 })
  await endLeftover(home)

  const { folder, leave } = socketFolder(join(dataDir, 'run'))
  const socket = join(folder, 'redis.sock')
  rmSync(socket, { force: true })
  const server = launch(binary, home, socket)
  await answering(server, socket, join(home, 'redis.log'))
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

function launch(binary: string, home: string, socket: string): ChildProcess {
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
  const log = openSync(join(home, 'redis.log'), 'w', 0o600)
  try {
    // a process group of its own: Ctrl-C in the terminal reaches only node
    return spawn(
      binary,
      Object.entries(settings).flatMap(([name, value]) => [`--${name}`, value]),
      {
        cwd: '/',
        detached: true,
        stdio: ['ignore', log, log],
      },
    )
  } finally {
    closeSync(log)
  }
}

async function answering(server: ChildProcess, socket: string, logFile: string): Promise<void> {
  const ended = new Promise<void>((resolve) => server.once('exit', () => resolve()).once('error', () => resolve()))
  for (const end = Date.now() + patienceMs; Date.now() < end; await Promise.race([pause(10), ended])) {
    if (server.exitCode !== null || server.signalCode !== null || server.pid === undefined) break
    if (await pongs(socket)) return
  }
  server.kill('SIGKILL')
  const line = readFileSync(logFile, 'utf8').trim().split('\n').at(-1) ?? ''
  throw new StartError(`redis-server did not start: ${line} (${logFile})`)
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
