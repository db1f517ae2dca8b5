import { spawn, type ChildProcess } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect } from 'chai'
import { root } from '../../src/root.ts'

/** A role as the Procfile starts it. */
export interface Running {
  readonly process: ChildProcess
  readonly output: () => string
  /** resolves with the exit code */
  readonly ended: Promise<number | null>
}

const running: Running[] = []

export const launch = (role: string, env: Record<string, string>, home = root): Running =>
  run(process.execPath, ['--enable-source-maps', join(home, 'dist/src/main.js'), role], env)

function run(command: string, args: readonly string[], env: Record<string, string>): Running {
  const child = spawn(command, args, {
    cwd: root,
    env: { PATH: process.env['PATH'] ?? '', RENDER_THREADS: '1', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (data) => (output += data))
  const ended = once(child, 'exit').then(([code]) => code as number | null)
  const made = { process: child, output: () => output, ended }
  running.push(made)
  return made
}

/** Of the code in the folder `home`. */
export const started = (role: string, env: Record<string, string>, home = root): Promise<Running> =>
  up(role, launch(role, env, home))

/** `npm start`, of what is built already. */
export const startedByNpm = (env: Record<string, string>): Promise<Running> =>
  up('npm start', run('npm', ['start', '--ignore-scripts'], env))

async function up(what: string, made: Running): Promise<Running> {
  const lines = createInterface({ input: made.process.stdout! })
  const begun = new Promise<void>((resolve) =>
    lines.on('line', (line) => line.includes('"msg":"started"') && resolve()),
  )
  await Promise.race([
    begun,
    made.ended.then((code) => {
      throw new Error(`${what} ended with ${code}: ${made.output()}`)
    }),
  ])
  return made
}

/** Ends all that were started here, and waits for their end. */
export async function endAll(): Promise<void> {
  for (const { process, ended } of running.splice(0)) {
    process.kill('SIGTERM')
    await ended
  }
}

/** The key of a new agent. */
export async function register(origin: string): Promise<string> {
  const answer = await fetch(`${origin}/api/v1/agents/register`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ name: 'Otto' }),
  })
  expect(answer.status).to.be.oneOf([200, 201])
  return ((await answer.json()) as { agent_key: string }).agent_key
}

/** Below those that the system gives to connections by itself: nobody's takes it until the process binds it. */
export async function freePort(): Promise<number> {
  const port = randomInt(20_000, 32_000)
  const server = createServer().listen(port)
  const isFree = await once(server, 'listening').then(
    () => true,
    () => false,
  )
  if (!isFree) return freePort()
  server.close()
  await once(server, 'close')
  return port
}
