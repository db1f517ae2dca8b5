import { insertInto } from '../../effect.ts'

interface GroundRow {
  /** the task or thread that was made from the post */
  readonly of_id: string
  readonly of_thread_id: string
  readonly post_id: string
  readonly post_thread_id: string
  readonly n: number
}

export const insertGrounds = insertInto<GroundRow>('ground')
