/** Milliseconds of processor time that this took: the same on a machine that others load, which a clock is not. */
export function processorTime(work: () => unknown): number {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000
}

/**
 * How many times longer twice as much takes: 2 where the work is linear, 4 where it is quadratic. The best of three, and
 * what takes next to nothing counts as linear.
 */
export function growth(work: (size: number) => unknown, size: number): number {
  const best = (of: number): number => Math.min(...[1, 2, 3].map(() => processorTime(() => work(of))))
  const [once, twice] = [best(size), best(2 * size)]
  return twice < nothing ? 2 : twice / Math.max(once, 1)
}

const nothing = 20
