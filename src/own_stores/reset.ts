import { existsSync, lstatSync, readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { lockData } from './data_lock.ts'
import { endLeftover } from './postgres.ts'
import { dataFolderNote, sharedPlace } from './postgres_home.ts'

/** Returns the folders that hold a data folder's files: itself, and the database server's under /var/lib/svc. */
export function foldersOf(dataDir: string, shared: string = sharedPlace): string[] {
  const whole = resolve(dataDir)
  const linked = join(whole, 'postgres')
  const found = new Set<string>()
  if (existsSync(whole)) found.add(whole)
  if (lstatSync(linked, { throwIfNoEntry: false })?.isSymbolicLink() && existsSync(linked)) {
    const target = realpathSync(linked)
    // a link made by hand: only its target belongs to the service, not the folder around it
    found.add(dirname(dirname(target)) === shared ? dirname(target) : target)
  }
  // left over after the data folder was deleted by hand
  for (const name of existsSync(shared) ? readdirSync(shared) : []) {
    const note = join(shared, name, dataFolderNote)
    if (existsSync(note) && readFileSync(note, 'utf8') === whole) found.add(join(shared, name))
  }
  return [...found]
}

/** Deletes all of them once `agrees` confirms; returns what was deleted. Throws while the service is running. */
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
      // the database server may have survived a killed service
      for (const data of [join(folder, 'data'), join(folder, 'postgres', 'data')]) await endLeftover(data)
      rmSync(folder, { recursive: true, force: true })
    }
    return folders
  } finally {
    unlock()
    if (!hadFolder) rmSync(dataDir, { recursive: true, force: true })
  }
}
