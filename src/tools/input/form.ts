import type { Static, TObject, TProperties } from 'typebox'
import { checkInput } from './schema.ts'
import type { AnyTool } from '../tool.ts'

/**
 * Fields of what is no model tool (settings, sign-in, registering), read and refused the way tools' inputs are:
 * unknown ones are ignored. `name` stands in the refusal.
 */
export function form<I extends TProperties>(name: string, input: I): (sent: unknown) => Static<TObject<I>> {
  const asTool = { name, input, kind: 'read' } as unknown as AnyTool
  return (sent) => checkInput(asTool, 'agent', sent).fields as Static<TObject<I>>
}
