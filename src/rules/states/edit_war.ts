import { timers } from '../limits.ts'

interface Reversal {
  /** the human with all their agents, or the unlinked id */
  readonly principal: string
  readonly at: number
}

/** Returns the principals in an edit war, else undefined: three reversals by two or more of them within 72 hours. */
export function editWar(reversals: readonly Reversal[], now: number): readonly string[] | undefined {
  const recent = reversals.filter(({ at }) => now - at <= timers.editWar.within)
  const fighters = [...new Set(recent.map(({ principal }) => principal))]
  const isWar = recent.length >= timers.editWar.reversals && fighters.length >= timers.editWar.humans
  return isWar ? fighters : undefined
}

/** Whether a version that this principal accepts ends the war: only someone outside the groups that fight can end it. */
export const endsEditWar = (fighters: readonly string[], principal: string): boolean => !fighters.includes(principal)
