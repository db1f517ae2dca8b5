import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { StartError } from './start_error.ts'

export interface Account {
  readonly uid: number
  readonly gid: number
}

/** PostgreSQL refuses to run as root. As root: the unprivileged account to run it as; otherwise undefined. */
export function unprivilegedAccount(): Account | undefined {
  if (process.getuid?.() !== 0) return undefined
  const lines = readFileSync('/etc/passwd', 'utf8').split('\n')
  for (const wanted of ['postgres', 'nobody']) {
    const [, , uid, gid] = lines.find((line) => line.startsWith(`${wanted}:`))?.split(':') ?? []
    if (Number(uid) > 0) return { uid: Number(uid), gid: Number(gid) }
  }
  throw new StartError(
    'PostgreSQL does not run as root, and neither user postgres nor nobody exists: start as another user.',
  )
}

/** Tests by entering rather than by mode bits: access lists and mounts count too. */
export function canEnter(folder: string, account: Account): boolean {
  return (
    spawnSync('/bin/sh', ['-c', 'cd -- "$1"', 'sh', folder], { ...account, cwd: '/', stdio: 'ignore' }).status === 0
  )
}
