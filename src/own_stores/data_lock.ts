import { accessSync, constants, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beginningOf, goneWithin, isRunning } from './processes.ts'
import { StartError } from './start_error.ts'

/**
 * Locks a data folder for one running service: without the lock a second `npm start` would kill the first one's stores
 * as orphans. Returns the function that unlocks it.
 */
export async function lockData(dataDir: string): Promise<() => void> {
  try {
    mkdirSync(dataDir, { recursive: true })
    accessSync(dataDir, constants.W_OK)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new StartError(
      `DATA_DIR: ${dataDir} is no folder that can be written (${code}). Set it to another one.`,
      error,
    )
  }
  const file = join(dataDir, 'lock')
  const mine = `${process.pid} ${beginningOf(process.pid) ?? ''}`
  for (let attempt = 0; attempt < 3; attempt++) {
    try {
      writeFileSync(file, mine, { flag: 'wx' })
      return () => rmSync(file, { force: true })
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
    const owner = ownerOf(file)
    // it may be stopping
    if (owner !== undefined && !(await goneWithin(owner, 2_000)))
      throw new StartError(`${dataDir} is in use by process ${owner}. Stop it, or set DATA_DIR to another folder.`)
    rmSync(file, { force: true })
  }
  throw new StartError(`${file} cannot be taken: another start is racing this one. Try again.`)
}

function ownerOf(file: string): number | undefined {
  let text = ''
  try {
    text = readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
  const [pid = '', beginning = ''] = text.split(' ')
  const owner = Number(pid)
  if (!Number.isInteger(owner) || owner <= 0 || !isRunning(owner)) return undefined
  return beginning === '' || beginningOf(owner) === beginning ? owner : undefined
}
