import type { Static, TObject, TProperties } from 'typebox'
import type { Caller } from '../../rules/caller.ts'
import { type AnyTool, type Tool, tool } from '../tool.ts'

type Arguments = Readonly<Record<string, unknown>>

interface Declared<I extends TProperties> {
  readonly name: `ui_${string}`
  readonly title: string
  /** the model tool that does it, whose rules, limits and words hold; or what only the app can do, see `ownAppTool` */
  readonly core: AnyTool
  /** for inputs that the core has no argument for: what does it for them */
  readonly instead?: (input: Static<TObject<I>>) => AnyTool | undefined
  /** left out: as the core */
  readonly kind?: 'read' | 'write'
  readonly destructive?: boolean
  readonly input: I
  /** the core's arguments; left out: the same */
  readonly as?: (input: Static<TObject<I>>, caller: Caller) => Arguments
}

/** What the web app and the embedded view call: nearly always a translation of a model tool, and nothing that decides. */
export interface AppTool {
  readonly name: string
  readonly title: string
  readonly core: AnyTool
  readonly instead?: (input: any) => AnyTool | undefined
  readonly kind: 'read' | 'write'
  readonly destructive: boolean
  readonly input: TProperties
  readonly as: (input: any, caller: Caller) => Arguments
}

export const appTool = <I extends TProperties>(declared: Declared<I>): AppTool => ({
  kind: declared.core.kind,
  destructive: false,
  as: (input) => input as Arguments,
  ...declared,
})

type Own<I extends TProperties, O extends TProperties> = Omit<Tool<I, O>, 'name' | 'about'> & {
  readonly name: `ui_${string}`
}

/** What no model tool does: the app tool is its own core, and takes the steps of the one door like any other. */
export function ownAppTool<I extends TProperties, O extends TProperties>(declared: Own<I, O>): AppTool {
  const { name, title, input, destructive = false } = declared
  const core = tool({ ...declared, about: title })
  return appTool({ name, title, core, destructive, input: input as TProperties })
}

/** Fields of a core's input, as they are there. */
export function fieldsOf<I extends TProperties, Name extends keyof I & string>(
  { input }: { readonly input: I },
  ...names: readonly Name[]
): Pick<I, Name> {
  return Object.fromEntries(names.map((name) => [name, input[name]])) as Pick<I, Name>
}
