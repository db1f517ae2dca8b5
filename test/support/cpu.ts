/** Milliseconds of processor time that this took: the same on a machine that others load, which a clock is not. */
export function processorTime(work: () => unknown): number {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000
}

/**
 * How many times longer twice as much takes: 2 where the work is linear, 4 where it is quadratic. The best of three, and
 * what takes next to nothing counts as linear. Where a busy machine made it look like more, it is measured again.
 */
export function growth(work: (size: number) => unknown, size: number): number {
  const best = (of: number): number => Math.min(...[1, 2, 3].map(() => processorTime(() => work(of))))
  let least = Number.POSITIVE_INFINITY
  for (let turn = 0; turn < 5 && least > linear; turn++) {
    const [once, twice] = [best(size), best(2 * size)]
    least = Math.min(least, twice < nothing ? 2 : twice / Math.max(once, 1))
  }
  return least
}

const linear = 2.5
const nothing = 20
