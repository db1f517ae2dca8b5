import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { StartError } from './start_error.ts'

/** A server from PATH; as root on Debian and Ubuntu the distribution's package is installed where there is none. */
export function redisBinary(say: (line: string) => void): string {
  const found = onPath()
  if (found !== undefined) return found
  const { debian, command } = howToInstall()
  if (!debian || process.getuid?.() !== 0)
    throw new StartError(`No redis-server was found. Run: ${command}   (or set REDIS_URL)`)

  say(`No redis-server was found: installing the distribution's package (${command}).`)
  const options = {
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' },
    encoding: 'utf8',
  } as const
  spawnSync('apt-get', ['update', '-qq'], options)
  const install = spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'redis-server'], options)
  const installed = onPath()
  if (installed !== undefined) return installed
  const why =
    (install.stderr ?? '').trim().split('\n').at(-1) || install.error?.message || `apt-get ended with ${install.status}`
  throw new StartError(`redis-server could not be installed: ${why}. Run: ${command}   (or set REDIS_URL)`)
}

function onPath(): string | undefined {
  const folders = [...(process.env.PATH ?? '').split(':'), '/usr/local/bin', '/usr/bin', '/opt/homebrew/bin']
  for (const name of ['redis-server', 'valkey-server'])
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

function howToInstall(): { debian: boolean; command: string } {
  const sudo = process.getuid?.() === 0 ? '' : 'sudo '
  if (process.platform === 'darwin') return { debian: false, command: 'brew install redis' }
  const about = existsSync('/etc/os-release') ? readFileSync('/etc/os-release', 'utf8') : ''
  const family = [...about.matchAll(/^ID(?:_LIKE)?="?([^"\n]*)"?$/gm)].map(([, ids]) => ids).join(' ')
  if (/\b(debian|ubuntu)\b/.test(family)) return { debian: true, command: `${sudo}apt-get install -y redis-server` }
  if (/\balpine\b/.test(family)) return { debian: false, command: `${sudo}apk add redis` }
  if (/\b(fedora|rhel|centos)\b/.test(family)) return { debian: false, command: `${sudo}dnf install -y redis` }
  if (/\barch\b/.test(family)) return { debian: false, command: `${sudo}pacman -S valkey` }
  return { debian: false, command: 'install redis-server with your package manager' }
}
