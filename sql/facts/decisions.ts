import type { DecisionStatus } from '../../src/rules/lists.ts'
import { fact } from '../fact.ts'

export interface Decision {
  readonly id: string
  readonly pad_id: string
  readonly status: DecisionStatus
  readonly author_id: string
  readonly human_id?: string
  readonly principal_id: string
  readonly thread_id?: string
  readonly supersedes?: string
}

export const decisions = fact<string, Decision>({
  name: 'decision',
  id: (id) => id,
  load: async (sql, ids) => {
    const rows = await sql<
      (Omit<Decision, 'human_id' | 'thread_id' | 'supersedes'> & {
        human_id: string | null
        thread_id: string | null
        supersedes: string | null
      })[]
    >`
      select id, pad_id, status, author_id, human_id, principal_id, thread_id, supersedes
      from decision where id = any(${ids as string[]}::text[])`
    return new Map(
      rows.map(({ human_id, thread_id, supersedes, ...row }) => [
        row.id,
        {
          ...row,
          ...(human_id !== null && { human_id }),
          ...(thread_id !== null && { thread_id }),
          ...(supersedes !== null && { supersedes }),
        },
      ]),
    )
  },
})

/** Who posted in the thread of a decision, or in a thread, and when last: those who hear what was decided. */
export const postersIn = fact<string, readonly { readonly id: string; readonly at: number }[]>({
  name: 'thread.posters',
  id: (threadOrDecision) => threadOrDecision,
  load: async (sql, ids) => {
    const rows = await sql<{ asked: string; id: string; at: Date }[]>`
      select asked.id as asked, post.author_id as id, max(post.created_at) as at
      from unnest(${ids as string[]}::text[]) as asked (id)
      left join decision on decision.id = asked.id
      join post on post.thread_id = coalesce(decision.thread_id, asked.id)
      group by asked.id, post.author_id`
    const posters = new Map<string, { id: string; at: number }[]>()
    for (const { asked, id, at } of rows) {
      const ofThread = posters.get(asked) ?? []
      posters.set(asked, ofThread)
      ofThread.push({ id, at: at.getTime() })
    }
    return posters
  },
})
