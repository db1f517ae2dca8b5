import type { Static, TObject, TProperties } from 'typebox'
import type { Refusal } from '../../rules/errors.ts'
import { unwrapped } from './unwrapped.ts'
import { checkInput } from './check_input.ts'
import { schemaRefusal } from '../call/refused/schema_refusal.ts'
import type { AnyTool } from '../tool.ts'

/**
 * Reads the fields of requests that are no model tools (settings, sign-in, registering) and refuses them the way tools
 * do; unknown fields are ignored. `name` appears in the refusal.
 */
export function form<I extends TProperties>(name: string, input: I): (sent: unknown) => Static<TObject<I>> {
  const { read } = formNamingMore(name, input)
  return (sent) => read(sent).fields
}

interface FormNamingMore<Fields> {
  readonly input: TProperties
  /** `more` holds the names of fields that the form does not take */
  readonly read: (sent: unknown) => { readonly fields: Fields; readonly more: readonly string[] }
  /** refuses such fields, and says which ones the form takes */
  readonly refuse: (more: readonly string[]) => Refusal
}

/** The same, for a form that says what it did not take. */
export function formNamingMore<I extends TProperties>(name: string, input: I): FormNamingMore<Static<TObject<I>>> {
  const asTool = { name, input, kind: 'read' } as unknown as AnyTool
  return {
    input,
    read(sent) {
      const { fields, ignored } = checkInput(asTool, 'agent', unwrapped(sent, input))
      return { fields: fields as Static<TObject<I>>, more: ignored }
    },
    refuse: (more) => schemaRefusal(asTool, [{ path: '', message: 'it has fields of other names' }], more),
  }
}
