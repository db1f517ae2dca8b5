import { createHash } from 'node:crypto'
import type { Redis } from 'ioredis'

type Arguments = readonly (string | number)[]

interface Waiting {
  readonly key: string
  readonly args: Arguments
  readonly resolve: (answer: unknown) => void
  readonly reject: (error: unknown) => void
}

/** Redis answers nobody else while a script runs. */
const mostAtOnce = 250

/**
 * A Lua script that is called once for all who call it in one turn of the event loop: a command costs this process and Redis
 * more than what most of them do. Thousands at once are cut into several. Each call has one key and as many arguments as the others; the script answers a list in
 * the order of KEYS. It is run by its hash; its text is sent only when Redis does not know it, as after a restart.
 */
export function redisScript(redis: Redis, text: string) {
  const hash = createHash('sha1').update(text).digest('hex')
  const waiting: Waiting[] = []

  async function run(...asked: Arguments): Promise<unknown[]> {
    const [keys = 0, ...more] = asked
    try {
      return (await redis.evalsha(hash, keys, ...more)) as unknown[]
    } catch (error) {
      if (!(error instanceof Error) || !error.message.startsWith('NOSCRIPT')) throw error
      return (await redis.eval(text, keys, ...more)) as unknown[]
    }
  }

  function callForAll(): void {
    const all = waiting.splice(0, mostAtOnce)
    if (waiting.length > 0) setImmediate(callForAll)
    run(all.length, ...all.map(({ key }) => key), ...all.flatMap(({ args }) => args)).then(
      (answers) => all.forEach(({ resolve }, n) => resolve(answers[n])),
      (error: unknown) => {
        for (const { reject } of all) reject(error)
      },
    )
  }

  return (key: string, ...args: Arguments): Promise<unknown> =>
    new Promise((resolve, reject) => {
      if (waiting.push({ key, args, resolve, reject }) === 1) setImmediate(callForAll)
    })
}
