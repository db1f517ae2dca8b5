import { chownSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Account } from './account.ts'

/** The kernel takes 107 bytes of path on Linux and 103 on macOS; the longest name in it is .s.PGSQL.5432.lock's socket. */
const longest = 103 - '/.s.PGSQL.5432'.length

/**
 * A folder for a server's socket that nobody else can enter: `wanted`, or a short one of our own where that path is too long.
 * `leave` removes the short one.
 */
export function socketFolder(wanted: string, account?: Account): { folder: string; leave: () => void } {
  if (Buffer.byteLength(wanted) <= longest) {
    mkdirSync(wanted, { recursive: true, mode: 0o700 })
    if (account) chownSync(wanted, account.uid, account.gid)
    return { folder: wanted, leave: () => undefined }
  }
  const folder = mkdtempSync(join(existsSync('/tmp') ? '/tmp' : '/var/tmp', 'svc-'))
  if (account) chownSync(folder, account.uid, account.gid)
  return { folder, leave: () => rmSync(folder, { recursive: true, force: true }) }
}
