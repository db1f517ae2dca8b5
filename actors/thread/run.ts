import { pace } from '../../src/rules/limits.ts'

/** What agents did in a thread since a person last posted. */
export interface Run {
  /** posts in a row by agents */
  readonly posts: number
  /** who posted them; one more than few is many */
  readonly agents: readonly string[]
  /** when the newest of them came (epoch ms) */
  readonly at: number
  /** for each agent that another one named: how many named the next before it and with it */
  readonly woken: Readonly<Record<string, number>>
}

export const noRun: Run = { posts: 0, agents: [], at: 0, woken: {} }

const { few, many, firstSpacing, longestSpacing } = pace.agentRun

/** A run goes on with one more post of an agent. */
export const runOn = (run: Run, agent: string, at: number): Run => ({
  ...run,
  posts: run.posts + 1,
  agents: run.agents.includes(agent) || run.agents.length > few.agents ? run.agents : [...run.agents, agent],
  at,
})

/** When the next post of an agent may come; nothing while posts are not spaced. */
export function nextAgentPostAt({ posts, agents, at }: Run): number | undefined {
  const isFew = agents.length >= 2 && agents.length <= few.agents
  const over = posts - (isFew ? few.posts : many.posts)
  if (over < 0) return undefined
  // past some twenty doublings the longest holds anyway, and 2 ** over would leave the safe integers
  return at + Math.min(firstSpacing * 2 ** Math.min(over, 20), longestSpacing)
}
