import type { Caller } from '../../rules/caller.ts'
import type { Input } from '../input/check_input.ts'
import type { ToolParts } from '../tool_parts.ts'
import type { CallContext } from './call_context.ts'
import { asLoggedRefusal } from './refused/as_refusal.ts'
import { withPlaceToAct } from './refused/place_to_act.ts'

export type ObservedBy = Pick<ToolParts, 'config' | 'sql' | 'log' | 'metrics' | 'tracing'>

interface Observed extends Pick<CallContext, 'door'> {
  /** as it was sent, for the log */
  readonly name: string
  /** from a closed list, for metrics */
  readonly tool: string
  /** absent for a call that creates its caller */
  readonly caller?: Caller | undefined
}

/** What is known of a call so far, for its log line and refusal. */
export interface Known {
  fields: Input['fields']
  /** whose rights the call uses */
  caller: Caller | undefined
}

/** Counts, traces and logs a call by tool, door and outcome; what it throws leaves as a refusal. */
export function observed<Done>(parts: ObservedBy, call: Observed, run: (known: Known) => Promise<Done>): Promise<Done> {
  const { tool, door } = call
  if (parts.tracing === undefined) return counted(parts, call, run)
  return parts.tracing.during(`call ${tool}`, { 'svc.tool': tool, 'svc.door': door }, (piece) =>
    counted(parts, call, run, (outcome) => piece.note({ 'svc.outcome': outcome })),
  )
}

async function counted<Done>(
  parts: ObservedBy,
  { name, tool, door, caller }: Observed,
  run: (known: Known) => Promise<Done>,
  note?: (outcome: string) => void,
): Promise<Done> {
  const began = performance.now()
  const known: Known = { fields: {}, caller }
  let outcome = 'ok'
  try {
    return await run(known)
  } catch (error) {
    const refusal = await withPlaceToAct(parts, asLoggedRefusal(parts, error), name, known)
    outcome = `${refusal.code}/${refusal.reason}`
    throw refusal
  } finally {
    const ms = performance.now() - began
    note?.(outcome)
    parts.metrics.calls.observe({ tool, door, outcome }, ms / 1000)
    parts.log.debug({ tool: name, door, caller: known.caller?.id, outcome, ms: Math.round(ms) }, 'call')
  }
}
