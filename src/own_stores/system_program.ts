import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { StartError } from './start_error.ts'

/** A program of the system, and the packages that contain it. */
interface SystemProgram {
  /** alternatives; the first one found is used */
  readonly names: readonly string[]
  readonly debian: readonly string[]
  /** package name for other systems, by installer command */
  readonly elsewhere: Readonly<Partial<Record<'brew' | 'apk' | 'dnf' | 'pacman', string>>>
  /** an alternative, shown in parentheses */
  readonly instead?: string
}

/**
 * Returns its path; as root on Debian and Ubuntu installs the distribution's package when it is missing. Never in
 * production, where a start must not change the machine that it runs on.
 */
export function systemProgram(wanted: SystemProgram, say: (line: string) => void): string {
  const found = onPath(wanted.names)
  if (found !== undefined) return found
  const [name] = wanted.names
  const { debian, command } = howToInstall(wanted)
  const instead = wanted.instead === undefined ? '' : `   (${wanted.instead})`
  const mayInstall = debian && process.getuid?.() === 0 && process.env['NODE_ENV'] !== 'production'
  if (!mayInstall) throw new StartError(`No ${name} was found. Run: ${command}${instead}`)

  say(`No ${name} was found: installing the distribution's package (${command}).`)
  const options = {
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' },
    encoding: 'utf8',
  } as const
  spawnSync('apt-get', ['update', '-qq'], options)
  const install = spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...wanted.debian], options)
  const installed = onPath(wanted.names)
  if (installed !== undefined) return installed
  const why =
    (install.stderr ?? '').trim().split('\n').at(-1) || install.error?.message || `apt-get ended with ${install.status}`
  throw new StartError(`${name} could not be installed: ${why}. Run: ${command}${instead}`)
}

function onPath(names: readonly string[]): string | undefined {
  const folders = [...(process.env['PATH'] ?? '').split(':'), '/usr/local/bin', '/usr/bin', '/opt/homebrew/bin']
  for (const name of names)
    for (const folder of folders) if (folder !== '' && isExecutable(join(folder, name))) return join(folder, name)
  return undefined
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}

function howToInstall({ names, debian, elsewhere }: SystemProgram): { debian: boolean; command: string } {
  const sudo = process.getuid?.() === 0 ? '' : 'sudo '
  const otherwise = { debian: false, command: `install ${names[0]} with your package manager` }
  const by = (command: string, of: string | undefined) =>
    of ? { debian: false, command: `${command} ${of}` } : otherwise
  if (process.platform === 'darwin') return by('brew install', elsewhere.brew)
  const about = existsSync('/etc/os-release') ? readFileSync('/etc/os-release', 'utf8') : ''
  const family = [...about.matchAll(/^ID(?:_LIKE)?="?([^"\n]*)"?$/gm)].map(([, ids]) => ids).join(' ')
  if (/\b(debian|ubuntu)\b/.test(family))
    return { debian: true, command: `${sudo}apt-get install -y ${debian.join(' ')}` }
  if (/\balpine\b/.test(family)) return by(`${sudo}apk add`, elsewhere.apk)
  if (/\b(fedora|rhel|centos)\b/.test(family)) return by(`${sudo}dnf install -y`, elsewhere.dnf)
  if (/\barch\b/.test(family)) return by(`${sudo}pacman -S`, elsewhere.pacman)
  return otherwise
}
