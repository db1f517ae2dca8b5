import { existsSync, lstatSync, readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { lockData } from './data_lock.ts'
import { endLeftover } from './postgres.ts'
import { madeFor, sharedPlace } from './postgres_home.ts'

/** Every folder that holds something of a data folder: itself, and what root put where the database server can reach it. */
export function foldersOf(dataDir: string, shared: string = sharedPlace): string[] {
  const whole = resolve(dataDir)
  const linked = join(whole, 'postgres')
  const found = new Set<string>()
  if (existsSync(whole)) found.add(whole)
  if (lstatSync(linked, { throwIfNoEntry: false })?.isSymbolicLink() && existsSync(linked)) {
    const target = realpathSync(linked)
    // where somebody else made the link, what lies beside its end is theirs
    found.add(dirname(dirname(target)) === shared ? dirname(target) : target)
  }
  // left behind where somebody removed the data folder by hand
  for (const name of existsSync(shared) ? readdirSync(shared) : []) {
    const note = join(shared, name, madeFor)
    if (existsSync(note) && readFileSync(note, 'utf8') === whole) found.add(join(shared, name))
  }
  return [...found]
}

/** Removes them all where `agrees` says yes to the list; gives what was removed. Refuses while the service runs on them. */
export async function removeData(
  dataDir: string,
  agrees: (folders: readonly string[]) => Promise<boolean>,
  shared: string = sharedPlace,
): Promise<readonly string[]> {
  const folders = foldersOf(dataDir, shared)
  if (folders.length === 0) return []
  const hadFolder = existsSync(dataDir)
  const unlock = await lockData(dataDir)
  try {
    if (!(await agrees(folders))) return []
    for (const folder of folders) {
      // its server may have outlived a service that was killed
      for (const data of [join(folder, 'data'), join(folder, 'postgres', 'data')]) await endLeftover(data)
      rmSync(folder, { recursive: true, force: true })
    }
    return folders
  } finally {
    unlock()
    if (!hadFolder) rmSync(dataDir, { recursive: true, force: true })
  }
}
