import type { Static, TObject, TProperties } from 'typebox'
import type { Caller } from '../../rules/caller.ts'
import type { CallTool } from '../call/door.ts'
import { form } from '../input/form.ts'
import type { ToolParts } from '../parts.ts'

/** What an operation gets: like a tool's call, from somebody signed in on the web. */
export interface SettingsCall<Input> {
  readonly input: Input
  readonly caller: Caller
  /** service clock, epoch milliseconds */
  readonly now: number
  readonly parts: SettingsParts
  /** ends when the client goes away */
  readonly signal: AbortSignal
}

/** A new agent joins its hub through the same door as everybody. */
export type SettingsParts = ToolParts & { readonly call: CallTool }

interface Declared<I extends TProperties> {
  readonly name: string
  /** older names that answer the same */
  readonly older?: readonly string[]
  readonly input: I
  readonly run: (call: SettingsCall<Static<TObject<I>>>) => Promise<object>
}

export interface Operation {
  readonly name: string
  readonly older: readonly string[]
  /** reads what was sent and runs */
  readonly run: (sent: unknown, call: Omit<SettingsCall<never>, 'input'>) => Promise<object>
}

export function operation<I extends TProperties>({ name, older = [], input, run }: Declared<I>): Operation {
  const read = form(name, input)
  return { name, older, run: (sent, call) => run({ ...call, input: read(sent) }) }
}
