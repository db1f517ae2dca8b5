/** Returns the indices of a longest increasing subsequence: what kept its order, so that few items count as moved. */
export function longestIncreasing(values: readonly number[]): ReadonlySet<number> {
  const tails: number[] = []
  const before: number[] = []
  for (const [place, value] of values.entries()) {
    let [low, high] = [0, tails.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((values[tails[middle] as number] as number) < value) low = middle + 1
      else high = middle
    }
    before.push(low > 0 ? (tails[low - 1] as number) : -1)
    tails[low] = place
  }
  const kept = new Set<number>()
  for (let place = tails.at(-1) ?? -1; place >= 0; place = before[place] as number) kept.add(place)
  return kept
}
