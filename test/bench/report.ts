import { readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism, cpus, loadavg } from 'node:os'
import { join } from 'node:path'
import { root } from '../../src/root.ts'

/** The versions and the machine behind a table, as a line of it. */
export function madeOn({ postgres, redis }: { readonly postgres: string; readonly redis: string }): string {
  const made = [
    `node ${process.versions.node}`,
    `PostgreSQL ${postgres} (fsync on)`,
    `Redis ${redis}`,
    `koa ${versionOf('koa')}`,
    `${availableParallelism()} cores (${cpus()[0]?.model.trim() ?? 'unknown'})`,
    `load average at the end ${loadavg()[0]?.toFixed(1)}`,
    new Date().toISOString().slice(0, 10),
  ]
  return `${made.join(' · ')}. Service, stores and load generator share the cores.`
}

const versionOf = (name: string): string =>
  (JSON.parse(readFileSync(join(root, 'node_modules', name, 'package.json'), 'utf8')) as { version: string }).version

/** Puts the last result between its marks. */
export function writeReadme(name: string, text: string): void {
  const file = join(root, 'README.md')
  const readme = readFileSync(file, 'utf8')
  const [begin, end] = [`<!-- ${name} -->`, `<!-- /${name} -->`]
  const [from, to] = [readme.indexOf(begin), readme.indexOf(end)]
  if (from === -1 || to < from) throw new Error(`README.md has no ${begin} … ${end} to write the result between`)
  writeFileSync(file, `${readme.slice(0, from + begin.length)}\n${text}\n${readme.slice(to)}`)
}
