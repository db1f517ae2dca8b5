import { createHash, randomUUID } from 'node:crypto'
import { v5 } from 'uuid'
import type { Idempotency } from '../../actors/runtime/wire/ask.ts'
import { actingAs } from '../identity/acting_as.ts'
import { type Caller, pooledAs } from '../rules/caller.ts'
import { dailyLimit, forbidden, invalid, notFound, Refusal } from '../rules/errors.ts'
import { mint } from '../rules/ids.ts'
import { pace } from '../rules/limits.ts'
import { denied } from '../rules/rights.ts'
import { ownPart, typedHandle } from '../text/handles.ts'
import { afterwards } from './afterwards.ts'
import { asRefusal } from './as_refusal.ts'
import { byName } from './index.ts'
import { isOldName, oldNames } from './aliases.ts'
import { noAllowance, withoutThis } from './allowance.ts'
import type { Called } from './called.ts'
import { noteKeyRequest } from './key_requests.ts'
import { addNotices, type Noticed } from './notices.ts'
import { audienceOf, type Input, readInput } from './schema.ts'
import { heldSecret } from './sensitive.ts'
import { noteRefusal, ownAgentPaused, spend, type Spending } from './spending.ts'
import { limitReached } from './limit_reached.ts'
import { withClick } from './click.ts'
import type { ToolParts } from './parts.ts'
import { placeToAct } from './place_to_act.ts'
import { postingPaused } from './server_pause.ts'
import { toolsLike } from './tools_like.ts'
import type { AnyTool, Answer, Call } from './tool.ts'

export interface Asked {
  readonly caller: Caller
  readonly door: 'rest' | 'mcp' | 'web'
  /** ends when the client goes away */
  readonly signal: AbortSignal
}

export type CallTool = (name: string, sent: unknown, asked: Asked) => Promise<Called>

/** Takes also a tool itself: what the app alone calls, and nobody reaches by a name that they send. */
export type CallAny = (named: string | AnyTool, sent: unknown, asked: Asked) => Promise<Called>

/** The one door: every tool call of REST, MCP, the web app and the embedded view takes these steps. */
export function openDoor(parts: ToolParts): CallAny {
  const call = openCall(parts)
  if (!parts.config.pace) return call
  return async (named, sent, asked) => {
    const refused = () => parts.oftenRefused.refused(pooledAs(asked.caller), parts.clock.now(), asked.signal)
    try {
      const called = await call(named, sent, asked)
      if (called.data['limit_reached'] === true) await refused()
      return called
    } catch (refusal) {
      await refused()
      throw refusal
    }
  }
}

function openCall(parts: ToolParts): CallAny {
  return async (named, sent, asked) => {
    const began = performance.now()
    const name = typeof named === 'string' ? named : named.name
    let { caller } = asked
    let outcome = 'ok'
    let fields: Input['fields'] = {}
    try {
      const { tool, input: translated } =
        typeof named === 'string' ? find(named, sent, caller) : { tool: named, input: sent }
      checkScope(tool, caller)
      const crowdedOut = parts.behind.refusal(tool.kind)
      if (crowdedOut) throw crowdedOut
      const input = readInput(tool, audienceOf(caller.connection), translated)
      fields = input.fields
      checkActsAsItself(translated, caller)
      checkReach(tool, caller)
      caller = await speaker(parts, input, caller)
      if (tool.kind === 'write') caller = await withClick(parts, caller, input.common.view_token)
      const by = { ...asked, caller }
      const answer = tool.kind === 'read' ? await read(parts, tool, input, by) : await write(parts, tool, input, by)
      return await addNotices(parts, answer, {
        tool: tool.name,
        writes: tool.kind === 'write',
        caller,
        asked: tool.kind === 'read' ? input.fields : {},
        ignored: input.ignored,
        older: input.older,
        ...(isOldName(name) ? { oldName: name } : {}),
      })
    } catch (error) {
      const refusal = await withPlaceToAct(parts, told(parts, error), name, fields)
      outcome = `${refusal.code}/${refusal.reason}`
      throw refusal
    } finally {
      parts.metrics.calls.observe(
        { tool: byName.has(name) || typeof named !== 'string' ? name : 'unknown', door: asked.door, outcome },
        (performance.now() - began) / 1000,
      )
      parts.log.debug(
        { tool: name, door: asked.door, caller: caller.id, outcome, ms: Math.round(performance.now() - began) },
        'call',
      )
    }
  }
}

/** Older names are translated; the agent-key tools do not exist for anybody else. */
function find(name: string, sent: unknown, caller: Caller): { tool: AnyTool; input: unknown } {
  const old = isOldName(name) ? oldNames[name] : undefined
  const tool = byName.get(old?.replaced_by ?? name)
  const ownKey = caller.connection === 'agent_key' || caller.connection === 'sub_agent_key'
  if (!tool || (tool.agentKeyOnly && !ownKey)) {
    throw notFound(
      'unknown_tool',
      `Unknown tool. ${toolsLike(name, ownKey)}/openapi.json and GET /api/v1/tools name them all.`,
    )
  }
  const isFields = typeof sent === 'object' && sent !== null && !Array.isArray(sent)
  return { tool, input: old && isFields ? old.translate(sent as Record<string, unknown>) : sent }
}

function checkScope(tool: AnyTool, caller: Caller): void {
  const may = caller.scopes.includes('svc:write') || (tool.kind === 'read' && caller.scopes.includes('svc:read'))
  if (!may)
    throw forbidden(
      'scope',
      `${tool.name} needs the scope ${tool.kind === 'read' ? 'svc:read' : 'svc:write'}. Ask for it when you connect.`,
    )
}

/**
 * An agent's own key speaks for that agent only. Looked up in what was sent: its schemas do not list as_agent, and to
 * ignore it would write under another name than the one asked for.
 */
function checkActsAsItself(sent: unknown, caller: Caller): void {
  const named = (sent as Record<string, unknown>)['as_agent']
  if (typeof named !== 'string' || named === '' || caller.connection === 'oauth') return
  if ([caller.id, caller.handle, ownPart(caller.handle)].includes(typedHandle(named))) return
  throw invalid('other_agent', 'This connection cannot act as another one. Leave as_agent unset.')
}

/** Whose rights and allowance the call takes: over OAuth the person's, or those of the agent they name. */
const speaker = async ({ sql }: ToolParts, { common: { as_agent } }: Input, caller: Caller): Promise<Caller> =>
  caller.connection === 'oauth' && as_agent !== undefined ? actingAs(sql, caller, as_agent) : caller

/** A sub-agent's key is for threads and pads that stand already. */
function checkReach(tool: AnyTool, caller: Caller): void {
  if (tool.subagents === false && caller.connection === 'sub_agent_key') throw denied('subagent', { by: caller })
}

async function read(parts: ToolParts, tool: AnyTool, input: Input, asked: Asked): Promise<Noticed> {
  if (input.oversize) throw input.oversize.refusal
  if (parts.config.pace) parts.spendRead(asked.caller, parts.clock.now())
  // show_svc acknowledges: it moves the caller's own cursor and nothing that others see
  const ask: Call<unknown>['ask'] = async (actor, id, operation, args) =>
    (await parts.ask(actor, id, operation, { ...args, by: asked.caller } as never)).reply
  return { answer: await run(parts, tool, input, asked, ask) }
}

/** Spend, run, and give back what a refusal or a replay did not cost. */
async function write(parts: ToolParts, tool: AnyTool, input: Input, asked: Asked): Promise<Noticed> {
  const { caller } = asked
  const now = parts.clock.now()
  const attempt = randomUUID()
  const spending = parts.config.pace ? await spendFor(parts, tool, input, caller, attempt, now) : unpaced(tool, input)
  const stopped = ownAgentPaused(caller) ?? (await postingPaused(parts, tool, caller))
  const held = stopped ?? spending.held ?? input.oversize?.refusal ?? (await heldSecret(parts, tool, input))
  if (held && held !== spending.held) await afterwards(parts.log, spending.giveBack())

  let replayed = false
  let sent = false
  const idempotency = idempotencyOf(tool, input, caller)
  // whether the target is there is no matter to whoever goes on and on, and asking costs a place in its mailbox
  if (
    held?.reason === 'cooldown' &&
    !idempotency &&
    parts.oftenRefused.lately(pooledAs(caller), now) >= pace.writes.limit
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
    const answered = await (parts.config.pace ? parts.inTurn(pooledAs(caller), send) : send())
    replayed = answered.replayed
    return answered.reply
  }

  try {
    const answer = await run(parts, tool, input, asked, ask)
    if (replayed) await afterwards(parts.log, spending.giveBack())
    else if (answer.alone) await afterwards(parts.log, spending.giveBackAllowance())
    const spent = answer.alone && spending.allowance ? noAllowance : spending.allowance
    const allowance = spent && replayed ? withoutThis(spent) : spent
    return { answer, replayed, ...(allowance && { allowance }) }
  } catch (failed) {
    const costs = failed instanceof Refusal && tool.costsAnyway?.includes(failed.reason)
    // what is private would have been refused for what is held, and what is missing must not differ from it
    const error = held && costs ? held : failed
    if (!held) await afterwards(parts.log, costs ? spending.giveBackDone() : spending.giveBack())
    if (!(error instanceof Refusal)) throw told(parts, error, { sent })
    // refused before it came to the actor, which looks at the key first of all: so that is looked at here
    if (idempotency && !sent) await parts.replay(idempotency)
    if (error.reason === dailyLimit) return limitReached(parts, caller, error)
    await afterwards(parts.log, noteRefusal(parts, error, caller, attempt, now))
    await afterwards(parts.log, noteKeyRequest(parts, error, caller))
    throw error
  }
}

const spendFor = (
  parts: ToolParts,
  tool: AnyTool,
  input: Input,
  caller: Caller,
  attempt: string,
  now: number,
): Promise<Spending> => spend(parts, tool, input.fields, caller, attempt, now)

/** SVC_PACE=off, for benchmarks. */
const unpaced = (tool: AnyTool, { fields }: Input): Spending => ({
  ...((typeof tool.counted === 'function' ? tool.counted(fields) : tool.counted) ? { allowance: noAllowance } : {}),
  giveBack: async () => {},
  giveBackAllowance: async () => {},
  giveBackDone: async () => {},
})

const run = (
  parts: ToolParts,
  tool: AnyTool,
  { fields }: Input,
  { caller, signal }: Asked,
  ask: Call<unknown>['ask'],
): Promise<Answer<any>> => {
  const now = parts.clock.now()
  return tool.run({ input: fields, caller, now, mint: (thing) => mint(thing, parts.clock.now()), ask, parts, signal })
}

const idempotencySpace = 'b5a0e1a4-52b5-4f0e-9d53-7c1d0cdd6f5f'

/** The same participant, tool and key is the same write; the hash tells other arguments under it. */
function idempotencyOf(tool: AnyTool, { fields, oversize, common }: Input, caller: Caller): Idempotency | undefined {
  if (common.idempotency_key === undefined) return undefined
  const args = JSON.stringify(oversize?.whole ?? fields, inOrder)
  return {
    key: v5(JSON.stringify([caller.id, tool.name, common.idempotency_key]), idempotencySpace),
    hash: createHash('sha256').update(args).digest('base64url'),
  }
}

/** A client that builds its arguments anew may name them in another order, nested ones too: they are the same. */
const inOrder = (_: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value

/** What takes a click says where the person can make it. */
async function withPlaceToAct(parts: ToolParts, refusal: Refusal, tool: string, fields: Input['fields']) {
  if (refusal.reason !== 'host_cannot' && refusal.reason !== 'approvals_off') return refusal
  const { code, reason, message, details } = refusal
  const place = await afterwards(parts.log, placeToAct(parts.sql, tool, fields))
  const act_url = parts.config.baseUrl + (place ?? '/')
  return new Refusal(code, reason, message, { ...details, act_url }, refusal)
}

/** What is no refusal goes to the log, and of its detail nothing to the caller. */
function told(parts: ToolParts, error: unknown, after?: { readonly sent: boolean }): Refusal {
  const refusal = asRefusal(error, after)
  if (refusal !== error) {
    if (refusal.code === 'busy') parts.log.warn({ err: error }, 'a call found a store away')
    else parts.log.error({ err: error }, 'a call failed unexpectedly')
  }
  return refusal
}
