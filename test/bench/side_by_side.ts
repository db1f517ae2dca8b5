import type { Generator } from './load/generator.ts'
import { median, type Round, type RoundResult } from './load/round.ts'

/** What runs for the first time is slow until it is compiled, and that takes cores beside: both sides get as long. */
const warmUp = 6_000

/** Medians over the rounds of one side. */
export interface Side {
  readonly rate: number
  readonly p50: number
  readonly p99: number
  /** requests answered in all rounds, the warm-up included */
  readonly answered: number
}

export interface Pace {
  readonly rounds: number
  readonly milliseconds: number
}

/**
 * Plays two sides in turn, A B A B: what else the machine does meanwhile falls on both.
 * The first round of each is a warm-up and does not count.
 */
export async function sideBySide<Name extends string>(
  generator: Generator,
  sides: Readonly<Record<Name, Omit<Round, 'milliseconds'>>>,
  { rounds, milliseconds }: Pace,
): Promise<Record<Name, Side>> {
  const names = Object.keys(sides) as Name[]
  const played = new Map<Name, RoundResult[]>(names.map((name) => [name, []]))
  for (let round = 0; round <= rounds; round++)
    for (const name of names)
      played
        .get(name)
        ?.push(await generator.round({ ...sides[name], milliseconds: round === 0 ? warmUp : milliseconds }))
  return Object.fromEntries(names.map((name) => [name, sideOf(played.get(name) ?? [])])) as Record<Name, Side>
}

function sideOf(all: readonly RoundResult[]): Side {
  const counted = all.slice(1)
  return {
    rate: median(counted.map(({ rate }) => rate)),
    p50: median(counted.map(({ p50 }) => p50)),
    p99: median(counted.map(({ p99 }) => p99)),
    answered: all.reduce((sum, { answered }) => sum + answered, 0),
  }
}
