import { randomUUID } from 'node:crypto'
import { mint } from '../../rules/ids.ts'
import { type Caller, holderOf } from '../../rules/caller.ts'
import { dailyLimit } from '../../rules/refusals/daily_limit_reason.ts'
import { Refusal } from '../../rules/errors.ts'
import { pace } from '../../rules/limits.ts'
import type { Input } from '../input/check_input.ts'
import type { Idempotency } from '../../../actors/runtime/wire/ask.ts'
import type { ToolParts } from '../tool_parts.ts'
import type { AnyTool, Answer, Call } from '../tool.ts'
import { afterwards } from './afterwards.ts'
import { noAllowance, afterReplay } from '../../rules/posting_allowance.ts'
import type { CallContext } from './call_context.ts'
import { idempotencyOf } from './idempotency_key.ts'
import { noteKeyRequest } from './penalties/note_key_request.ts'
import { limitReached } from './pace/limit_reached.ts'
import type { Noticed } from './in_every_answer.ts'
import { asLoggedRefusal } from './refused/as_refusal.ts'
import { inCallersTurn } from './in_turn.ts'
import { run } from './run_tool.ts'
import { heldSecret } from './refused/confirm_sensitive.ts'
import { postingPaused } from './refused/server_pause.ts'
import { noteRefusal } from './pace/cooldown.ts'
import { ownAgentPaused } from './refused/own_agent_paused.ts'
import { nothingSpent, spend, type Spending } from './pace/write_pace.ts'

/** Spends, runs, and refunds what a refusal or replay does not cost. */
export async function write(parts: ToolParts, tool: AnyTool, input: Input, asked: CallContext): Promise<Noticed> {
  const { caller } = asked
  const now = parts.clock.now()
  const attempt = randomUUID()
  const newThread = mint('thread', now)
  const spending = parts.config.pace
    ? await spend(parts, tool, input.fields, caller, { attempt, newThread, now })
    : unpaced(tool, input)
  const held = await heldRefusal(parts, tool, input, caller, spending)
  const idempotency = idempotencyOf(tool, input, caller)
  if (held && !idempotency && isRefusedUnasked(parts, held, caller, now)) throw held

  const asking: Asking = { held, idempotency, sent: false, replayed: false }
  try {
    const answer = await run(parts, tool, input, asked, askOnce(parts, caller, asking), { newThread })
    return await accounted(parts, answer, asking.replayed, spending)
  } catch (failed) {
    // the actor checks the key before all else, so a call refused before it reached the actor checks it here
    const again = idempotency && !asking.sent ? await repeated(parts, tool, input, asked, idempotency) : undefined
    if (again && 'answer' in again) return accounted(parts, again.answer, true, spending)
    const error = await refunded(parts, tool, again?.failed ?? failed, held, spending)
    if (!(error instanceof Refusal)) throw asLoggedRefusal(parts, error, { sent: asking.sent })
    if (error.reason === dailyLimit) return limitReached(parts, caller, error)
    const told = await afterwards(parts.log, noteRefusal(parts, error, caller, attempt, now))
    await afterwards(parts.log, noteKeyRequest(parts, error, caller))
    throw told ?? error
  }
}

/** The first answer under this key again, or why not: other arguments. Undefined when the key is new. */
async function repeated(
  parts: ToolParts,
  tool: AnyTool,
  input: Input,
  asked: CallContext,
  idempotency: Idempotency,
): Promise<{ readonly answer: Answer<object> } | { readonly failed: unknown } | undefined> {
  try {
    const first = await parts.replay(idempotency)
    const ask = async () => first?.reply as never
    return first && { answer: await run(parts, tool, input, asked, ask, { repeats: true }) }
  } catch (failed) {
    return { failed }
  }
}

/** The first refusal that travels with the message. One that is not for pace gives back what was spent. */
async function heldRefusal(
  parts: ToolParts,
  tool: AnyTool,
  input: Input,
  caller: Caller,
  spending: Spending,
): Promise<Refusal | undefined> {
  const stopped = ownAgentPaused(tool, input, caller) ?? (await postingPaused(parts, tool, caller))
  const held = stopped ?? spending.held ?? input.oversize?.refusal ?? (await heldSecret(parts, tool, input))
  if (held && held !== spending.held) await afterwards(parts.log, spending.giveBack())
  return held
}

/** A caller refused this often is not told whether the target exists: asking costs a place in its mailbox. */
const isRefusedUnasked = ({ oftenRefused }: ToolParts, held: Refusal, caller: Caller, now: number): boolean =>
  held.reason === 'cooldown' && oftenRefused.lately(holderOf(caller), now) >= pace.writes.limit

/** What goes with the message, and what became of it so far. */
interface Asking {
  readonly held: Refusal | undefined
  readonly idempotency: Idempotency | undefined
  /** an actor has been asked, so the outcome of a failure is unknown */
  sent: boolean
  replayed: boolean
}

/** Asks an actor in the caller's turn, with the held refusal and the key. */
const askOnce =
  (parts: ToolParts, caller: Caller, asking: Asking): Call<unknown>['ask'] =>
  async (actor, id, operation, args) => {
    const { held, idempotency } = asking
    const send = () => {
      asking.sent = true
      return parts.ask(actor, id, operation, Object.assign({}, args, { by: caller }) as never, {
        ...(idempotency ? { idempotency } : {}),
        ...(held ? { held: held.toBody() } : {}),
      })
    }
    const answered = await inCallersTurn(parts, caller, send)
    asking.replayed = answered.replayed
    return answered.reply
  }

/** The answer with the allowance that is left. A replay costs nothing; nor does a write that no other participant can read. */
async function accounted(
  { log }: ToolParts,
  answer: Answer<object>,
  replayed: boolean,
  spending: Spending,
): Promise<Noticed> {
  if (replayed) await afterwards(log, spending.giveBack())
  else if (answer.alone) await afterwards(log, spending.giveBackAllowance())
  const spent = replayed && spending.standing ? await spending.standing() : spending.allowance
  const counts = answer.alone && spent ? noAllowance : spent
  const allowance = counts && replayed && !spending.standing ? afterReplay(counts) : counts
  return { answer, replayed, ...(allowance && { allowance }) }
}

/** Gives back what this failure does not cost, and returns the error to answer with. */
async function refunded(
  { log }: ToolParts,
  tool: AnyTool,
  failed: unknown,
  held: Refusal | undefined,
  spending: Spending,
): Promise<unknown> {
  const costs = failed instanceof Refusal && tool.costsAnyway?.includes(failed.reason)
  if (!held) await afterwards(log, costs ? spending.giveBackDone() : spending.giveBack())
  // a missing target must not differ from a private one, which the held refusal would have refused
  return held && costs ? held : failed
}

/** SVC_PACE=off, for benchmarks. */
const unpaced = (tool: AnyTool, { fields }: Input): Spending =>
  tool.counts?.(fields) ? { ...nothingSpent, allowance: noAllowance } : nothingSpent
