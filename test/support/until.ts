/** Polls until it holds; deadlines are generous because machines are slow at times. */
export async function until(holds: () => boolean | Promise<boolean>, what: string, within = 15_000): Promise<void> {
  const ends = performance.now() + within
  while (!(await holds())) {
    if (performance.now() > ends) throw new Error(`it did not come to this: ${what}`)
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}
