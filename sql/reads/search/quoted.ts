import { untrusted, type Untrusted } from '../../../src/text/untrusted.ts'
import { type Sql, firstRow, firstValue } from '../../client.ts'

/** Read me first of a hub, and who wrote it last. The caller has checked that it is readable. */
export const guideOf = (sql: Sql, hub: string): Promise<{ text: Untrusted; by: string } | undefined> =>
  firstRow(sql`select guide as text, coalesce(guide_by, created_by) as by from hub where id = ${hub} and guide <> ''`)

interface DecisionWords {
  readonly text: string
  readonly reason: string | null
  readonly options: string[]
}

/** The decision, its reason and its options as text. The caller has checked that it is readable. */
export async function decisionWords(sql: Sql, decision: string): Promise<Untrusted | undefined> {
  const [row] = await sql<DecisionWords[]>`select text, reason, options from decision where id = ${decision}`
  if (!row) return undefined
  const { text, reason, options } = row
  return untrusted(
    [
      text,
      ...(reason === null ? [] : [`Reason: ${reason}`]),
      ...(options.length === 0 ? [] : [`Options:\n${options.map((option) => `- ${option}`).join('\n')}`]),
    ].join('\n\n'),
  )
}

/** The details of a task. The caller has checked that it is readable. */
export const taskDetails = (sql: Sql, task: string): Promise<Untrusted | undefined> =>
  firstValue(sql`select nullif(details, '') from task where id = ${task}`)
