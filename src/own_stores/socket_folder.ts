import { chownSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Account } from './unprivileged_account.ts'

/** Socket paths are limited to 107 bytes on Linux and 103 on macOS; the longest name is .s.PGSQL.5432. */
const longest = 103 - '/.s.PGSQL.5432'.length

/**
 * Returns a folder for a server's socket that other users cannot enter: `wanted`, or a short temporary one when that
 * path is too long. `leave` deletes the temporary one.
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
