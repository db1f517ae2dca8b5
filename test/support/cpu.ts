/** Milliseconds of processor time that this took: the same on a machine that others load, which a clock is not. */
export function processorTime(work: () => unknown): number {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000
}
