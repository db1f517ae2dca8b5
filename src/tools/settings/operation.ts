import type { Static, TObject, TProperties } from 'typebox'
import type { Caller } from '../../rules/caller.ts'
import type { CallTool } from '../call/door.ts'
import { form } from '../input/form.ts'
import type { ToolParts } from '../tool_parts.ts'
import { requireModerator } from './moderators/as_moderator.ts'
import { requirePerson } from './own_agents/own_agent.ts'

/** The argument of an operation's run: like a tool's call, by a caller signed in on the web. */
interface SettingsCall<Input> {
  readonly input: Input
  readonly caller: Caller
  /** service clock, epoch milliseconds */
  readonly now: number
  readonly parts: SettingsParts
  /** aborts when the client disconnects */
  readonly signal: AbortSignal
}

/** `call`, because a new agent joins its hub through the one door. */
export type SettingsParts = ToolParts & { readonly call: CallTool }

interface Declared<I extends TProperties> {
  readonly name: string
  /** for signed-in people only */
  readonly personOnly?: true
  /** for the platform's moderators only */
  readonly moderatorsOnly?: true
  readonly input: I
  readonly run: (call: SettingsCall<Static<TObject<I>>>) => Promise<object>
}

export interface Operation {
  readonly name: string
  /** parses the input and runs */
  readonly run: (sent: unknown, call: Omit<SettingsCall<never>, 'input'>) => Promise<object>
}

export function operation<I extends TProperties>({
  name,
  personOnly,
  moderatorsOnly,
  input,
  run,
}: Declared<I>): Operation {
  const read = form(name, input)
  return {
    name,
    async run(sent, call) {
      const asked = { ...call, input: read(sent) }
      if (personOnly) requirePerson(call.caller)
      if (moderatorsOnly) await requireModerator(call.parts, call.caller)
      return run(asked)
    },
  }
}

/** Drops what is remembered of an account, such as its name and handle, after a change. */
export async function accountChanged({ humanLabels, credentials }: SettingsParts, id: string): Promise<void> {
  humanLabels.forget(id)
  await credentials.changed({ participants: [id] })
}
