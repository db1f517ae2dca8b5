import type { Redis } from 'ioredis'

/**
 * Lists what an external Redis could lose, one line each; empty when it keeps what it acknowledged. Mailboxes are in
 * Redis: a message lost before its commit is answered 503 and changes nothing, but evicted keys would also lose the
 * counts of the limits.
 */
export async function durabilityWarnings(redis: Redis): Promise<string[]> {
  const [appendonly, policy] = await Promise.all([setting(redis, 'appendonly'), setting(redis, 'maxmemory-policy')])
  if (appendonly === undefined || policy === undefined)
    return [
      'Redis refuses CONFIG GET, as managed services do: check there that persistence (AOF) is on and that the eviction policy is noeviction.',
    ]
  const warnings = []
  if (appendonly !== 'yes')
    warnings.push(
      'Redis runs without appendonly: writes in flight are lost when it restarts. Run: redis-cli CONFIG SET appendonly yes',
    )
  if (policy !== 'noeviction')
    warnings.push(
      `Redis evicts keys (maxmemory-policy ${policy}): mailboxes and limits can vanish. Run: redis-cli CONFIG SET maxmemory-policy noeviction`,
    )
  return warnings
}

async function setting(redis: Redis, name: string): Promise<string | undefined> {
  try {
    const answer: unknown = await redis.config('GET', name)
    // RESP3 answers with a map, RESP2 with a flat list
    if (Array.isArray(answer)) return answer[1] === undefined ? undefined : String(answer[1])
    const value = answer instanceof Map ? answer.get(name) : (answer as Record<string, unknown> | null)?.[name]
    return value === undefined ? undefined : String(value)
  } catch {
    return undefined
  }
}
