import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { randomUUID } from 'node:crypto'
import { dirname, join, resolve } from 'node:path'
import { canEnter, type Account } from './unprivileged_account.ts'
import { StartError } from './start_error.ts'

/** Folder of root for data that an unprivileged server must reach and that a checkout under /root would hide. */
export const sharedPlace = '/var/lib/svc'

/** File beside such a database that names its data folder, for a reset after that was deleted by hand. */
export const dataFolderNote = 'made_for'

export interface Home {
  /** contains data/, run/ and postgres.log; owned by the account */
  readonly folder: string
  readonly account: Account | undefined
}

/**
 * Returns the server's folder, reachable by the account it runs as: DATA_DIR/postgres. When the account cannot reach
 * that, it is a link to a folder under /var/lib/svc: deleting DATA_DIR still starts afresh, `npm run reset` deletes
 * both.
 */
export function postgresHome(dataDir: string, unprivileged: Account | undefined, say: (line: string) => void): Home {
  const wanted = join(dataDir, 'postgres')
  if (isDanglingLink(wanted)) rmSync(wanted)
  mkdirSync(wanted, { recursive: true, mode: 0o700 })
  const account = unprivileged && (ownerOf(join(wanted, 'data')) ?? unprivileged)
  if (account === undefined) return { folder: realpathSync(wanted), account }

  if (!canEnter(dirname(realpathSync(wanted)), account)) {
    if (existsSync(join(wanted, 'data')))
      throw new StartError(
        `The account that PostgreSQL runs as cannot enter ${dirname(realpathSync(wanted))}: let it in, or set DATA_DIR.`,
      )
    const elsewhere = join(sharedPlace, randomUUID(), 'postgres')
    openFolder(sharedPlace)
    openFolder(dirname(elsewhere))
    mkdirSync(elsewhere, { mode: 0o700 })
    writeFileSync(join(dirname(elsewhere), dataFolderNote), resolve(dataDir))
    rmSync(wanted, { recursive: true })
    symlinkSync(elsewhere, wanted)
    say(
      `The account that PostgreSQL runs as cannot reach ${dataDir}: its data is in ${elsewhere}. npm run reset removes both.`,
    )
  }
  const folder = realpathSync(wanted)
  chownSync(folder, account.uid, account.gid)
  chmodSync(folder, 0o700)
  return { folder, account }
}

/** Readable by all whatever the umask: an unprivileged server has to pass through it. */
export function openFolder(folder: string): void {
  mkdirSync(folder, { recursive: true })
  chmodSync(folder, 0o755)
}

/** A cluster stays with the account that created it, whichever user starts it now. */
function ownerOf(data: string): Account | undefined {
  if (!existsSync(data)) return undefined
  const { uid, gid } = statSync(data)
  return uid === 0 ? undefined : { uid, gid }
}

const isDanglingLink = (path: string): boolean =>
  lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true && !existsSync(path)
