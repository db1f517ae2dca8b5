import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

/** Those of these compiled tests that reach none of what starts stores, by what they import. */
export function withoutStores(files: readonly string[], here: string): string[] {
  const starting = [join(here, 'support', 'stores.js'), join(here, '..', 'src', 'own_stores')]
  const known = new Map<string, readonly string[]>()
  const importsOf = (file: string): readonly string[] => {
    const read = known.get(file) ?? (existsSync(file) ? relativeImports(file) : [])
    known.set(file, read)
    return read
  }
  return files.filter((file) => {
    const reached = new Set([file])
    for (const one of reached) for (const next of importsOf(one)) reached.add(next)
    return ![...reached].some((one) => starting.some((start) => one.startsWith(start)))
  })
}

const relativeImports = (file: string): string[] =>
  [...readFileSync(file, 'utf8').matchAll(/(?:from|import)\s*\(?'(\.[^']+)'/g)].map(([, path]) =>
    resolve(dirname(file), path!),
  )
