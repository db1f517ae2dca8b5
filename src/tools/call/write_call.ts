import { randomUUID } from 'node:crypto'
import { mint } from '../../rules/ids.ts'
import { holderOf } from '../../rules/one_human.ts'
import { dailyLimit, Refusal } from '../../rules/errors.ts'
import { pace } from '../../rules/limits.ts'
import type { Input } from '../input/schema.ts'
import type { ToolParts } from '../parts.ts'
import type { AnyTool, Call } from '../tool.ts'
import { afterwards } from './afterwards.ts'
import { noAllowance, afterReplay } from './pace/allowance.ts'
import type { CallContext } from './call_context.ts'
import { isCounted } from './pace/counted_writes.ts'
import { idempotencyOf } from './idempotency.ts'
import { noteKeyRequest } from './pace/asked_for_keys.ts'
import { limitReached } from './pace/limit_reached.ts'
import type { Noticed } from './in_every_answer.ts'
import { asLoggedRefusal } from './refused/logged_refusal.ts'
import { run } from './run_tool.ts'
import { heldSecret } from './refused/confirm_sensitive.ts'
import { postingPaused } from './refused/server_pause.ts'
import { noteRefusal } from './pace/cooldown.ts'
import { ownAgentPaused } from './refused/own_agent_paused.ts'
import { spend, type Spending } from './pace/write_pace.ts'

/** Spends, runs, and refunds what a refusal or replay does not cost. */
export async function write(parts: ToolParts, tool: AnyTool, input: Input, asked: CallContext): Promise<Noticed> {
  const { caller } = asked
  const now = parts.clock.now()
  const attempt = randomUUID()
  const newThread = mint('thread', now)
  const spending = parts.config.pace
    ? await spend(parts, tool, input.fields, caller, { attempt, newThread, now })
    : unpaced(tool, input)
  const stopped = ownAgentPaused(caller) ?? (await postingPaused(parts, tool, caller))
  const held = stopped ?? spending.held ?? input.oversize?.refusal ?? (await heldSecret(parts, tool, input))
  if (held && held !== spending.held) await afterwards(parts.log, spending.giveBack())

  let replayed = false
  let sent = false
  const idempotency = idempotencyOf(tool, input, caller)
  // a caller refused this often is not told whether the target exists: asking costs a place in its mailbox
  if (
    held?.reason === 'cooldown' &&
    !idempotency &&
    parts.oftenRefused.lately(holderOf(caller), now) >= pace.writes.limit
  )
    throw held
  const ask: Call<unknown>['ask'] = async (actor, id, operation, args) => {
    const send = () => {
      sent = true
      return parts.ask(actor, id, operation, { ...args, by: caller } as never, {
        ...(idempotency ? { idempotency } : {}),
        ...(held ? { held: held.toBody() } : {}),
      })
    }
    const answered = await (parts.config.pace ? parts.inTurn(holderOf(caller), send) : send())
    replayed = answered.replayed
    return answered.reply
  }

  try {
    const answer = await run(parts, tool, input, asked, ask, newThread)
    if (replayed) await afterwards(parts.log, spending.giveBack())
    else if (answer.alone) await afterwards(parts.log, spending.giveBackAllowance())
    const spent = replayed && spending.standing ? await spending.standing() : spending.allowance
    const counts = answer.alone && spent ? noAllowance : spent
    const allowance = counts && replayed && !spending.standing ? afterReplay(counts) : counts
    return { answer, replayed, ...(allowance && { allowance }) }
  } catch (failed) {
    const costs = failed instanceof Refusal && tool.costsAnyway?.includes(failed.reason)
    // a missing target must not differ from a private one, which the held refusal would have refused
    const error = held && costs ? held : failed
    if (!held) await afterwards(parts.log, costs ? spending.giveBackDone() : spending.giveBack())
    if (!(error instanceof Refusal)) throw asLoggedRefusal(parts, error, { sent })
    // the actor checks the key before all else, so a call refused before it reached the actor checks it here
    if (idempotency && !sent) await parts.replay(idempotency)
    if (error.reason === dailyLimit) return limitReached(parts, caller, error)
    await afterwards(parts.log, noteRefusal(parts, error, caller, attempt, now))
    await afterwards(parts.log, noteKeyRequest(parts, error, caller))
    throw error
  }
}

/** SVC_PACE=off, for benchmarks. */
const unpaced = (tool: AnyTool, { fields }: Input): Spending => ({
  ...(isCounted(tool, fields) ? { allowance: noAllowance } : {}),
  giveBack: async () => {},
  giveBackAllowance: async () => {},
  giveBackDone: async () => {},
})
