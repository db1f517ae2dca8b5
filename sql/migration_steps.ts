import { readFile } from 'node:fs/promises'
import type { RunnerOption } from 'node-pg-migrate'

type Loader = Exclude<NonNullable<RunnerOption['migrationLoaderStrategies']>[number]['loader'], string>
type Unit = Awaited<ReturnType<Loader>>[number]
type Up = Exclude<Unit['actions']['up'], false | undefined>

/** The line after which the statements of a migration run one by one, none of them within a transaction. */
const stepByStep = /^-- Up Migration, step by step$/m

/** Reads migrations; a step of those that run step by step waits at most `longest` for others, and keeps none waiting. */
export const migrationLoader =
  (longest: number): Loader =>
  async (paths) =>
    await Promise.all(
      paths.map(async (path) => {
        const text = await readFile(path, 'utf8')
        const up: Up = stepByStep.test(text) ? inSteps(text, longest) : (migration) => migration.sql(text)
        return { id: path, filePaths: [path], actions: { up, down: false as const } }
      }),
    )

/**
 * Where a step failed all run again, so each is one that may. An index whose building was cut short is there and of no use:
 * it is built anew.
 */
const inSteps =
  (text: string, longest: number): Up =>
  async (migration) => {
    migration.noTransaction()
    migration.sql(`set lock_timeout = ${longest}`)
    for (const step of stepsOf(text)) {
      const name = /^create index concurrently if not exists (\w+)/.exec(step)?.[1]
      if (name !== undefined && (await isCutShort(migration.db, name))) migration.sql(`drop index concurrently ${name}`)
      migration.sql(step)
    }
    migration.sql('reset lock_timeout')
  }

async function isCutShort(db: Parameters<Up>[0]['db'], index: string): Promise<boolean> {
  const rows = await db.select(`select from pg_index where indexrelid = to_regclass('${index}') and not indisvalid`)
  return rows.length > 0
}

const stepsOf = (text: string): readonly string[] =>
  text
    .replace(/^--.*$/gm, '')
    .split(/;\s*$/m)
    .map((step) => step.trim())
    .filter((step) => step !== '')
