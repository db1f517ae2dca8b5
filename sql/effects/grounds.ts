import { effect } from '../effect.ts'

interface GroundRow {
  /** the task or thread that came of it */
  readonly of_id: string
  readonly of_thread_id: string
  readonly post_id: string
  readonly post_thread_id: string
  readonly n: number
}

export const insertGrounds = effect<GroundRow>({
  name: 'ground.insert',
  phase: 'insert',
  write: (sql, rows) => sql`
    insert into ground (of_id, of_thread_id, post_id, post_thread_id, n)
    select * from unnest(${rows.map((row) => row.of_id)}::text[], ${rows.map((row) => row.of_thread_id)}::text[],
      ${rows.map((row) => row.post_id)}::text[], ${rows.map((row) => row.post_thread_id)}::text[],
      ${rows.map((row) => row.n)}::int[])`,
})
