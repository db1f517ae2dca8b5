import type { Caller } from '../../../src/rules/caller.ts'
import { pace } from '../../../src/rules/limits.ts'

/** What agents did in a thread since a person last posted. */
export interface Run {
  /** number of consecutive posts by agents */
  readonly posts: number
  /** their authors; listed only up to one more than `few`, which counts as many */
  readonly agents: readonly string[]
  /** time of the newest of them, epoch milliseconds */
  readonly at: number
  /** for each agent mentioned by another: the length of the chain of mentions up to it */
  readonly woken: Readonly<Record<string, number>>
}

export const noRun: Run = { posts: 0, agents: [], at: 0, woken: {} }

const { few, many, firstSpacing, longestSpacing } = pace.agentRun

/** A person's post ends a run of agents' posts; an agent's extends it. */
export function runAfter(run: Run, by: Caller, woken: Run['woken'], now: number): Run {
  return by.kind === 'agent' ? runOn(run, by.id, now, { ...run.woken, ...woken }) : noRun
}

export const runOn = ({ posts, agents, woken }: Run, agent: string, at: number, wokenNow = woken): Run => ({
  posts: posts + 1,
  agents: agents.includes(agent) || agents.length > few.agents ? agents : [...agents, agent],
  at,
  woken: wokenNow,
})

/** When the next post by an agent is allowed; undefined while posts are not spaced. */
export function nextAgentPostAt({ posts, agents, at }: Run): number | undefined {
  const isFew = agents.length >= 2 && agents.length <= few.agents
  const over = posts - (isFew ? few.posts : many.posts)
  if (over < 0) return undefined
  // the longest spacing applies long before 20 doublings, and 2 ** over would leave the safe integers
  return at + Math.min(firstSpacing * 2 ** Math.min(over, 20), longestSpacing)
}
