import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../../src/root.ts'
import { reference } from './reference.ts'
import { notToShow } from './not_to_show.ts'
import { named, rowsOf, shortened } from './rows.ts'
import { keptFile, keptRows, shownRows } from './shown.ts'

/**
 * npm run docs: the pages of docs/ that say what the code says; then a table of the specification's rows with the tests that show them, and the rows that no test names.
 * With the path of a newer specification its rows take the place of the kept ones first.
 */
const [specification] = process.argv.slice(2)
if (specification !== undefined) {
  const rows = shortened(rowsOf(readFileSync(specification, 'utf8')))
  writeFileSync(keptFile, `${rows.map(({ section, words }) => `${section}\t${words}`).join('\n')}\n`)
}

mkdirSync(join(root, 'docs'), { recursive: true })
for (const [name, text] of Object.entries(reference)) writeFileSync(join(root, 'docs', name), text())

const rows = keptRows()
const tests = new Map(rows.map((row) => [row, [] as string[]]))
const lost: string[] = []
for (const { name, file, line, test } of shownRows()) {
  const found = named(rows, name)
  if (found.length !== 1) lost.push(`${file}:${line} names ${found.length === 0 ? 'no row' : 'several'}: ${name}`)
  for (const row of found.length === 1 ? found : []) tests.get(row)?.push(`${test} (${file}:${line})`)
}

let section: string | undefined
for (const [row, by] of tests) {
  if (row.section !== section)
    console.log(`\n## ${row.section || 'Before the first heading'}\n\n| Row | Shown by |\n| --- | --- |`)
  section = row.section
  const why = notToShow[row.words]
  console.log(`| ${row.words} | ${by.join('; ') || (why ? `nothing to show: ${why}` : '**no test names it**')} |`)
}
const unnamed = [...tests].filter(([, by]) => by.length === 0)
const without = unnamed.filter(([{ words }]) => notToShow[words] === undefined).length
console.log(
  `\n${rows.length} rows: ${rows.length - unnamed.length} are shown by a test that names them, ${without} by none that does; ${unnamed.length - without} say nothing to show.`,
)
for (const one of lost) console.error(one)
process.exitCode = lost.length > 0 ? 1 : 0
