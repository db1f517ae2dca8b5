import { Type, type TProperties, type TSchema } from 'typebox'
import type { Connection } from '../../rules/caller.ts'
import { inputs, sizes } from '../../rules/limits.ts'
import type { AnyTool } from '../tool.ts'
import { opaque, optional } from './fields.ts'

/** Hosts' connections may send more arguments than an agent's own key. */
export type Sender = 'agent' | 'host'
export const senderOf = (connection: Connection | undefined): Sender =>
  connection === 'oauth' || connection === 'session' ? 'host' : 'agent'

/** The arguments that are no tool's own, as a call brings them. */
export interface Common {
  readonly idempotency_key?: string
  readonly confirm_sensitive?: boolean
  readonly as_agent?: string
  readonly view_token?: string
}

interface CommonInput {
  readonly schema: TSchema
  readonly takenBy: (tool: AnyTool, sender: Sender) => boolean
}

const all: Readonly<Record<keyof Common, CommonInput>> = {
  idempotency_key: {
    schema: opaque(Type.String({ minLength: sizes.idempotencyKey.least, maxLength: sizes.idempotencyKey.most })),
    takenBy: ({ kind, givesSecret }) => kind === 'write' && !givesSecret,
  },
  confirm_sensitive: {
    schema: Type.Boolean({ description: 'share text that looks like a secret' }),
    takenBy: ({ sensitive }) => sensitive !== undefined,
  },
  as_agent: {
    schema: Type.String({ minLength: 1, maxLength: inputs.asAgent, description: "one of your human's agents" }),
    takenBy: ({ agentKeyOnly }, sender) => sender === 'host' && !agentKeyOnly,
  },
  // only the embedded view sets it, which shows cards
  view_token: {
    schema: Type.String({ maxLength: inputs.viewToken }),
    takenBy: ({ card }, sender) => sender === 'host' && card === true,
  },
}

export const isCommon = (name: string): boolean => Object.hasOwn(all, name)

/** Those that a tool takes from this sender. */
export const inAnyCall = (tool: AnyTool, sender: Sender): TProperties =>
  Object.fromEntries(
    Object.entries(all)
      .filter(([, { takenBy }]) => takenBy(tool, sender))
      .map(([name, { schema }]) => [name, optional(schema)]),
  )
