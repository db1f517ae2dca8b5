import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The project's folder with package.json, sql/migrations and public files, found from the sources or from dist/. */
export const root = projectRoot(dirname(fileURLToPath(import.meta.url)))

function projectRoot(folder: string): string {
  if (existsSync(join(folder, 'package.json'))) return folder
  const above = dirname(folder)
  if (above === folder) throw new Error('package.json was not found above the compiled code')
  return projectRoot(above)
}
