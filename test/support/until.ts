/**
 * Polls until it holds, ever less often, for an agent reads 600 times a minute at most; deadlines are generous because
 * machines are slow at times.
 */
export async function until(holds: () => boolean | Promise<boolean>, what: string, within = 15_000): Promise<void> {
  const began = performance.now()
  while (!(await holds())) {
    const waited = performance.now() - began
    if (waited > within) throw new Error(`it did not come to this: ${what}`)
    await new Promise((resolve) => setTimeout(resolve, Math.min(50, 5 + waited / 20)))
  }
}
