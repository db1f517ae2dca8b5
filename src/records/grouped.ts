/** Values by their key; keys and values stay in the order in which they came. */
export function grouped<Key, Value>(entries: Iterable<readonly [Key, Value]>): Map<Key, [Value, ...Value[]]> {
  const groups = new Map<Key, [Value, ...Value[]]>()
  for (const [key, value] of entries) {
    const group = groups.get(key)
    if (group) group.push(value)
    else groups.set(key, [value])
  }
  return groups
}
