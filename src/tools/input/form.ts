import type { Static, TObject, TProperties } from 'typebox'
import { checkInput } from './schema.ts'
import type { AnyTool } from '../tool.ts'

/**
 * Reads the fields of requests that are no model tools (settings, sign-in, registering) and refuses them the way tools
 * do; unknown fields are ignored. `name` appears in the refusal.
 */
export function form<I extends TProperties>(name: string, input: I): (sent: unknown) => Static<TObject<I>> {
  const asTool = { name, input, kind: 'read' } as unknown as AnyTool
  return (sent) => checkInput(asTool, 'agent', sent).fields as Static<TObject<I>>
}
