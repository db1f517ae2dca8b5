import { spawn } from 'node:child_process'
import { appendFileSync, existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, statfsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { root } from '../src/root.ts'
import type { Tally } from './reporter.ts'
import { withoutStores } from './without_stores.ts'

/**
 * The whole suite: several mocha processes side by side, each with its own stores. `--fast`: what needs no stores. With
 * other arguments it is mocha with these arguments.
 */
const here = fileURLToPath(new URL('.', import.meta.url))
const mocha = createRequire(import.meta.url).resolve('mocha/bin/mocha.js')
/** Real processes, which wait for leases and for one another: they go one by one beside the lanes, in what those leave. */
const realProcesses = ['chaos', 'roles', 'sql/released_code.test.js'].map((name) => join(here, name))
const browsers = join(here, 'browser')
/** so many that a slow one is not what all wait for in the end, and few enough that starting them costs little */
const [shares, browserShares] = [8, 6]
/** No part of a run takes this long: it hangs, and is ended so that the rest is told. In milliseconds. */
const longest = 15 * 60_000
/** In bytes. Three parts at once take four of these gigabytes at most, and what runs in them as much again. */
const enoughMemory = 10 * 2 ** 30
/** What fails once in hundreds of runs is told as such; what fails in more places than this is broken. */
const mayBeTriedAgain = 4

/** A core of the rules once more, over both doors, where two and three processes take turns at one address. */
const severally: readonly (readonly [processes: string, files: readonly string[]])[] = [
  ['2', ['tools/threads/post_reply.test.js', 'tools/tasks/tasks.test.js']],
  ['3', ['tools/pads/at_once.test.js', 'tools/idempotency.test.js']],
]

const raced: Tally['failed'][number][] = []
const files = readdirSync(here, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.test.js'))
  // the compiler leaves what it made of a file that was renamed or removed
  .filter((name) => existsSync(join(root, 'test', name.replace(/js$/, 'ts'))))
  .map((name) => join(here, name))
  .toSorted()

const asked = process.argv.slice(2)
if (asked[0] === '--fast') {
  const args = ['--reporter', 'dot', ...asked.slice(1), ...withoutStores(files, here)]
  process.exitCode = (await run(args, 'inherit')).code
} else if (asked.length > 0) {
  const named = asked.some((argument) => argument.endsWith('.test.js')) ? asked : [...asked, ...files]
  process.exitCode = (await run(named, 'inherit')).code
} else {
  const ofProcesses = (file: string): boolean => realProcesses.some((path) => file.startsWith(path))
  const isBrowser = (file: string): boolean => file.startsWith(browsers)
  const together = files.filter((file) => !ofProcesses(file) && !isBrowser(file))
  // those with several processes first: they take the longest, and nothing should be left to wait for in the end
  const waiting: Part[] = [
    ...severally.map(([processes, names]) => ({
      files: names.map((name) => join(here, name)),
      env: { SVC_TEST_PROCESSES: processes },
    })),
    ...shared(together, shares),
    ...shared(files.filter(isBrowser), browserShares),
  ]
  const done: (Part & { tally: Tally })[] = []
  const beside = realProcesses.map((path) => ({ files: files.filter((file) => file.startsWith(path)) }))
  const lane = async (parts: Part[]): Promise<void> => {
    for (let part = parts.shift(); part; part = parts.shift()) done.push({ ...part, tally: await tallied(part) })
  }
  const lanes = Array.from({ length: Math.min(2, availableParallelism()) }, () => lane(waiting))
  await Promise.all([...lanes, lane(beside)])
  report(await tryAgain(done))
}

/** A folder in memory, where a machine has plenty of it: the stores of a run are thousands of files, and gone with it. */
function inMemory(): Record<string, string> {
  const folder = '/dev/shm'
  if (process.env['TMPDIR'] || !existsSync(folder)) return {}
  const { bavail, bsize } = statfsSync(folder)
  return Math.min(bavail * bsize, process.availableMemory()) > enoughMemory ? { TMPDIR: folder } : {}
}

/** These files dealt out one by one. */
function shared(all: readonly string[], among: number): Part[] {
  return Array.from({ length: among }, (_, share) => ({ files: all.filter((_file, n) => n % among === share) }))
}

/** What one mocha process runs, and what it is told by its environment. */
interface Part {
  readonly files: readonly string[]
  readonly env?: Readonly<Record<string, string>>
}

/**
 * A race that this run happened upon is a defect to mend, but not one of the change that is being tried: a file that
 * failed runs once more by itself, and what passes then is told and counted apart.
 */
async function tryAgain(done: readonly (Part & { tally: Tally })[]): Promise<Tally[]> {
  const failed = done.flatMap(({ tally }) => tally.failed)
  if (failed.length > mayBeTriedAgain || failed.some(({ file }) => !files.includes(file)))
    return done.map(({ tally }) => tally)
  const tallies: Tally[] = []
  for (const { tally, env } of done) {
    let left = tally
    for (const file of new Set(tally.failed.map((one) => one.file))) {
      const again = await tallied({ files: [file], ...(env && { env }) })
      if (again.failed.length > 0) continue
      const passed = left.failed.filter((one) => one.file === file)
      raced.push(...passed)
      left = { passed: left.passed + passed.length, failed: left.failed.filter((one) => one.file !== file) }
    }
    tallies.push(left)
  }
  return tallies
}

async function tallied({ files, env = {} }: Part): Promise<Tally> {
  const folder = mkdtempSync(join(tmpdir(), 'svc-tally-'))
  const tally = join(folder, 'tally.json')
  const { code, output } = await run(['--reporter', join(here, 'reporter.js'), ...files], 'pipe', {
    ...env,
    SVC_TEST_TALLY: tally,
  })
  process.stdout.write(output)
  const found: Tally = existsSync(tally)
    ? (JSON.parse(readFileSync(tally, 'utf8')) as Tally)
    : { passed: 0, failed: [ended(files, 'did not come to its end', code)] }
  rmSync(folder, { recursive: true, force: true })
  // a process that hangs or dies after its last test has failed as well
  if (code === 0 || found.failed.length > 0) return found
  return { ...found, failed: [ended(files, 'failed after its last test', code)] }
}

function ended(files: readonly string[], how: string, code: number): Tally['failed'][number] {
  return { title: `a process of ${files.length} files ${how}`, file: files.join('\n'), error: `it ended with ${code}` }
}

function run(
  args: readonly string[],
  stdio: 'inherit' | 'pipe',
  env: Readonly<Record<string, string>> = {},
): Promise<{ code: number; output: string }> {
  const child = spawn(process.execPath, ['--enable-source-maps', mocha, ...args], {
    stdio: ['ignore', stdio, stdio],
    env: { ...process.env, ...inMemory(), ...env },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => (output += text))
  const late = stdio === 'pipe' ? setTimeout(() => child.kill('SIGKILL'), longest) : undefined
  return new Promise((resolve) =>
    child.once('close', (code) => {
      clearTimeout(late)
      resolve({ code: code ?? 1, output })
    }),
  )
}

function report(tallies: readonly Tally[]): void {
  for (const { title, file, error } of raced)
    console.log(`\nPassed only when it ran again, which is a race to be mended: ${title}\n${file}\n${error}`)
  const passed = tallies.reduce((sum, tally) => sum + tally.passed, 0)
  const failed = tallies.flatMap((tally) => tally.failed)
  for (const [n, { title, file, error }] of failed.entries()) console.log(`\n${n + 1}) ${title}\n${file}\n${error}`)
  console.log(`\n${passed} passed, ${failed.length} failed`)
  const numbers = process.env['SVC_TEST_NUMBERS']
  if (numbers) appendFileSync(numbers, `${passed} ${failed.length}\n`)
  process.exitCode = failed.length > 0 ? 1 : 0
}
