import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../../src/root.ts'
import type { Row } from './rows.ts'

/** A test that says which row of the specification it shows. */
export interface Shown {
  /** as the test says it: the row's first words */
  readonly name: string
  readonly file: string
  readonly line: number
  /** of the test that the line stands above */
  readonly test: string
}

/** Every `// SPEC: …` of the tests. */
export function shownRows(): readonly Shown[] {
  const folder = join(root, 'test')
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.test.ts'))
    .toSorted()
    .flatMap((name) => saidIn(`test/${name}`, readFileSync(join(folder, name), 'utf8').split('\n')))
}

/** A loop may stand in between; the names of other rows do not count. */
const near = 4

function saidIn(file: string, lines: readonly string[]): readonly Shown[] {
  return lines.flatMap((text, at) => {
    const name = /^\s*\/\/ SPEC: (.+)$/.exec(text)?.[1]
    if (name === undefined) return []
    const below = lines
      .slice(at + 1)
      .filter((line) => !/^\s*\/\//.test(line))
      .slice(0, near)
    const test =
      below.map((line) => /(?:\b(?:it|describe)\(\s*|^\s*\[?)(['"`])(.+?)\1/.exec(line)?.[2]).find(Boolean) ?? ''
    return [{ name, file, line: at + 1, test }]
  })
}

/** The rows as this repository keeps them: what a row is about, not what it says. */
export const keptFile = join(root, 'test/spec/rows.txt')

export const keptRows = (): readonly Row[] =>
  readFileSync(keptFile, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => {
      const [section = '', words = ''] = line.split('\t')
      return { section, words }
    })
