import { type Caller, holderOf } from '../../rules/caller.ts'
import { byName } from '../index.ts'
import { audienceOf, type Input, readInput } from '../input/schema.ts'
import type { ToolParts } from '../parts.ts'
import type { AnyTool } from '../tool.ts'
import { isOldName } from './aliases.ts'
import type { CallContext } from './call_context.ts'
import type { Called } from './called.ts'
import { withClick } from './click.ts'
import { findTool } from './find_tool.ts'
import { checkActsAsItself, checkReach, checkScope, speaker } from './may_call.ts'
import { addStandardOutputs } from './standard_outputs.ts'
import { read } from './read.ts'
import { asLoggedRefusal, withPlaceToAct } from './logged_refusal.ts'
import { write } from './write.ts'

export type CallTool = (name: string, sent: unknown, asked: CallContext) => Promise<Called>

/** Also takes a tool itself: those that only the app calls cannot be reached by a name that a client sends. */
export type CallAny = (named: string | AnyTool, sent: unknown, asked: CallContext) => Promise<Called>

/** The one door: every tool call of REST, MCP, the web app and the embedded view takes these steps. */
export function openDoor(parts: ToolParts): CallAny {
  return parts.config.pace ? waitingWhereOftenRefused(parts, observed(parts)) : observed(parts)
}

/** Delays refusals: beyond a number in a minute each further one is slower. */
const waitingWhereOftenRefused =
  (parts: ToolParts, call: CallAny): CallAny =>
  async (named, sent, asked) => {
    const refused = () => parts.oftenRefused.refused(holderOf(asked.caller), parts.clock.now(), asked.signal)
    try {
      const called = await call(named, sent, asked)
      if (called.data['limit_reached'] === true) await refused()
      return called
    } catch (refusal) {
      await refused()
      throw refusal
    }
  }

/** Counts and logs every call by tool, door and outcome. */
const observed =
  (parts: ToolParts): CallAny =>
  async (named, sent, asked) => {
    const name = typeof named === 'string' ? named : named.name
    const tool = byName.has(name) || typeof named !== 'string' ? name : 'unknown'
    const { tracing } = parts
    if (tracing === undefined) return counted(parts, named, sent, asked, { name, tool })
    return tracing.during(`call ${tool}`, { 'svc.tool': tool, 'svc.door': asked.door }, (piece) =>
      counted(parts, named, sent, asked, { name, tool, came: (outcome) => piece.note({ 'svc.outcome': outcome }) }),
    )
  }

interface Observed {
  /** as it was sent, for the log */
  readonly name: string
  /** a tool's name or `unknown`, so a closed list */
  readonly tool: string
  readonly came?: (outcome: string) => void
}

async function counted(
  parts: ToolParts,
  named: string | AnyTool,
  sent: unknown,
  asked: CallContext,
  { name, tool, came }: Observed,
): Promise<Called> {
  const began = performance.now()
  const known: Known = { fields: {}, caller: asked.caller }
  let outcome = 'ok'
  try {
    return await steps(parts, named, sent, asked, known)
  } catch (error) {
    const refusal = await withPlaceToAct(parts, asLoggedRefusal(parts, error), name, known.fields)
    outcome = `${refusal.code}/${refusal.reason}`
    throw refusal
  } finally {
    const ms = performance.now() - began
    came?.(outcome)
    parts.metrics.calls.observe({ tool, door: asked.door, outcome }, ms / 1000)
    parts.log.debug({ tool: name, door: asked.door, caller: known.caller.id, outcome, ms: Math.round(ms) }, 'call')
  }
}

/** What is known of a call so far, for its log line and refusal. */
interface Known {
  fields: Input['fields']
  /** whose rights the call uses */
  caller: Caller
}

/** Checks in the specification's order. Refusals that rank after the actor's own are held and sent with the message. */
async function steps(
  parts: ToolParts,
  named: string | AnyTool,
  sent: unknown,
  asked: CallContext,
  known: Known,
): Promise<Called> {
  const { tool, input: translated } = findTool(named, sent, asked.caller)
  checkScope(tool, asked.caller)
  checkNotBehind(parts, tool)
  const input = readInput(tool, audienceOf(asked.caller.connection), translated)
  known.fields = input.fields
  checkActsAsItself(translated, asked.caller)
  checkReach(tool, asked.caller)
  const caller = (known.caller = await speaking(parts, tool, input, asked.caller))
  const by = caller === asked.caller ? asked : { ...asked, caller }
  const answer = tool.kind === 'read' ? await read(parts, tool, input, by) : await write(parts, tool, input, by)
  return addStandardOutputs(parts, answer, {
    tool: tool.name,
    writes: tool.kind === 'write',
    caller,
    asked: tool.kind === 'read' ? input.fields : {},
    ignored: input.ignored,
    older: input.older,
    ...(typeof named === 'string' && isOldName(named) ? { oldName: named } : {}),
  })
}

function checkNotBehind({ behind }: ToolParts, tool: AnyTool): void {
  const crowdedOut = behind.refusal(tool.kind)
  if (crowdedOut) throw crowdedOut
}

/** The caller whose rights the call uses, with the click that approves a write. */
async function speaking(parts: ToolParts, tool: AnyTool, input: Input, by: Caller): Promise<Caller> {
  const caller = await speaker(parts, input, by)
  return tool.kind === 'write' ? withClick(parts, caller, input.common.view_token) : caller
}
