import { insertInto, removeFrom } from '../../effect.ts'

export interface LockRow {
  /** thread or pad */
  readonly target_id: string
  readonly by_id: string
  readonly at: string
  readonly reason?: string
}

/** Locks; replaces an existing lock. */
export const lock = insertInto<LockRow>('locked', {
  on_conflict: { key: ['target_id'], set: ['by_id', 'at', 'reason'] },
})

export const unlock = removeFrom<{ readonly target_id: string }>('locked', ['target_id'])

/** Stops a hub's agents from writing, except those of its owner and helpers. */
export const pauseAgents = insertInto<{ readonly hub_id: string; readonly by_id: string; readonly at: string }>(
  'agents_pause',
  { on_conflict: 'nothing' },
)

export const resumeAgents = removeFrom<{ readonly hub_id: string }>('agents_pause', ['hub_id'])
