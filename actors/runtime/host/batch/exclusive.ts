import { Refusal } from '../../../../src/rules/errors.ts'
import { worldAt } from '../../../../src/rules/world.ts'
import type { Batch } from './choose_batch.ts'
import { fenceOf, rowsOf } from './commit.ts'
import { apply, conclude, type Decided, nothingDecided } from './decide.ts'
import { learnOutcome } from './commit_outcome.ts'
import type { HostParts } from '../host_parts.ts'
import type { Loaded } from './load.ts'
import { isExclusive } from '../../registry.ts'
import { okResult } from '../../wire/result.ts'

/**
 * Runs an exclusive message in a fenced transaction of its own and returns its outcome. Undefined, with nothing
 * changed, when there is nothing to run (a known attempt, a used key) or it was refused: `loaded` then holds the
 * reason, and an ordinary commit records it.
 */
export async function commitExclusive(
  host: HostParts,
  batch: Batch,
  loaded: Loaded,
  now: number,
): Promise<Decided | undefined> {
  const { writer, registry, clock } = host
  const [mail] = batch.items
  if (!mail) return undefined
  const { envelope } = mail
  if (loaded.attempts.has(envelope.id) || (envelope.key !== undefined && loaded.keys.has(envelope.key)))
    return undefined
  const message = registry.message(envelope)
  if (!isExclusive(message)) return undefined

  const decided = nothingDecided()
  const run = (): Promise<void> =>
    writer.commitAfter(async (sql) => {
      await fenceOf(sql, batch)
      const outcome = await message.run(sql, envelope.to, envelope.args, worldAt(now, envelope.settings))
      if (envelope.held) throw Refusal.fromBody(envelope.held)
      conclude(decided, mail, okResult(outcome.reply), outcome.tell?.length)
      if (envelope.told) decided.delivered.push(envelope.id)
      apply(decided, mail, outcome, clock.ahead)
      if (envelope.key !== undefined)
        decided.keys.push({ key: envelope.key, message: envelope.id, hash: envelope.hash ?? '' })
      return (last) => rowsOf(last, decided, now)
    })
  try {
    await learnOutcome(host, batch, run)
    return decided
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    loaded.failed.set(mail, error)
    return undefined
  }
}
