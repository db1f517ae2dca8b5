import { wellFormed } from '../../text/well_formed.ts'
import { isFields } from '../input/sent_fields.ts'
import { unwrapped } from '../input/unwrapped.ts'
import { type Caller, holderOf } from '../../rules/caller.ts'
import { nameNow } from '../../rules/old_names.ts'
import { checkScope } from '../../rules/scopes.ts'
import { byName } from '../index.ts'
import { type Input, readInput } from '../input/check_input.ts'
import { senderOf } from '../input/in_any_call.ts'
import type { ToolParts } from '../tool_parts.ts'
import type { AnyTool } from '../tool.ts'
import { calledAs, type CallContext } from './call_context.ts'
import type { Called } from './called.ts'
import { withClick } from './click.ts'
import { findTool } from './meant/find_tool.ts'
import { checkActsAsItself, speaker } from '../../identity/as_agent.ts'
import { checkSubagent } from './refused/may_call.ts'
import { addStandardOutputs } from './in_every_answer.ts'
import { namingHub } from './refused/hub_to_join.ts'
import { namingIgnored } from './refused/schema_refusal.ts'
import { withArgumentsMeant } from './meant/arguments_meant.ts'
import { withPeopleNamed } from './meant/people_named.ts'
import { read } from './read_call.ts'
import { type Known, observed } from './observed.ts'
import { withThreadMeant } from './meant/threads_meant.ts'
import { write } from './write_call.ts'

/** Arguments, or their promise: why they could not be read is told after what is checked before arguments. */
export type Sent = unknown

export type CallTool = (name: string, sent: Sent, asked: CallContext) => Promise<Called>

/** Also takes a tool itself: those that only the app calls cannot be reached by a name that a client sends. */
export type CallAny = (named: string | AnyTool, sent: Sent, asked: CallContext) => Promise<Called>

/** The one door: every tool call of REST, MCP, the web app and the embedded view takes these steps. */
export function openDoor(parts: ToolParts): CallAny {
  const call: CallAny = (named, sent, asked) => {
    const name = typeof named === 'string' ? named : named.name
    const tool = byName.has(name) || typeof named !== 'string' ? name : 'unknown'
    const { caller, door } = asked
    return observed(parts, { name, tool, door, caller }, (known) => steps(parts, named, sent, asked, known))
  }
  return parts.config.pace ? waitingWhereOftenRefused(parts, call) : call
}

/** Delays refusals: beyond a number in a minute each further one is slower. */
const waitingWhereOftenRefused =
  (parts: ToolParts, call: CallAny): CallAny =>
  async (named, sent, asked) => {
    const refused = () => parts.oftenRefused.refused(holderOf(asked.caller), parts.clock.now(), asked.signal)
    try {
      const called = await call(named, sent, asked)
      if (called.limitReached) await refused()
      return called
    } catch (refusal) {
      await refused()
      throw refusal
    }
  }

/** Checks in the specification's order. Refusals that rank after the actor's own are held and sent with the message. */
async function steps(
  parts: ToolParts,
  named: string | AnyTool,
  sent: Sent,
  asked: CallContext,
  known: Known,
): Promise<Called> {
  const { tool, translate } = findTool(named, asked.caller)
  checkScope(tool.name, tool.kind, asked.caller.scopes)
  checkNotBehind(parts, tool)
  const found = translate(unwrapped(await sent, tool.input, typeof named === 'string' ? named : tool.name))
  const speaks = () => namedSpeaker(parts, found, asked.caller)
  const translated =
    typeof named === 'string' && isFields(found)
      ? await withThreadMeant(parts, tool, withArgumentsMeant(tool, found), speaks)
      : found
  const sentIds = await withPeopleNamed(parts, tool, translated, () => namedSpeaker(parts, translated, asked.caller))
  const input = readInput(tool, senderOf(asked.caller.connection), sentIds)
  known.fields = input.fields
  checkActsAsItself(translated, asked.caller)
  await checkSubagent(parts, tool, input.fields, asked.caller)
  const caller = (known.caller = await speaking(parts, tool, input, asked.caller))
  const by = calledAs(asked, caller)
  const answering = tool.kind === 'read' ? read(parts, tool, input, by) : write(parts, tool, input, by)
  const answer = await answering.catch(async (refusal: unknown) => {
    throw await namingHub(parts, namingIgnored(refusal, tool, input.ignored), input.fields)
  })
  return addStandardOutputs(parts, answer, {
    tool,
    caller,
    sent: input.fields,
    ignored: input.ignored,
    older: input.older,
    ...(asked.said === undefined ? {} : { byDoor: asked.said }),
    ...(typeof named === 'string' && nameNow('tools', named) !== undefined ? { oldName: named } : {}),
  })
}

/** Whose rights a call uses, before its input is checked. */
const namedSpeaker = (parts: ToolParts, sent: unknown, by: Caller): Promise<Caller> => {
  const { as_agent } = sent as { readonly as_agent?: unknown }
  const isName = typeof as_agent === 'string' && as_agent !== '' && wellFormed({ as_agent }).length === 0
  return speaker(parts.sql, by, isName ? as_agent : undefined)
}

function checkNotBehind({ behind }: ToolParts, tool: AnyTool): void {
  const crowdedOut = behind.refusal(tool.kind)
  if (crowdedOut) throw crowdedOut
}

/** The caller whose rights the call uses, with the click that approves a write. */
async function speaking(parts: ToolParts, tool: AnyTool, input: Input, by: Caller): Promise<Caller> {
  const caller = await speaker(parts.sql, by, input.common.as_agent)
  return tool.kind === 'write' ? withClick(parts, caller, input.common.view_token) : caller
}
