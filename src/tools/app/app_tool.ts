import type { Static, TObject, TProperties } from 'typebox'
import type { Caller } from '../../rules/caller.ts'
import { type AnyTool, type Tool, tool } from '../tool.ts'

type Arguments = Readonly<Record<string, unknown>>

interface Declared<I extends TProperties> {
  readonly name: `ui_${string}`
  readonly title: string
  /** the model tool that does it, whose rules and limits apply; or what only the app can do, see `ownAppTool` */
  readonly core: AnyTool
  /** the tool that runs instead for inputs that the core has no argument for */
  readonly instead?: (input: Static<TObject<I>>) => AnyTool | undefined
  /** absent: as the core */
  readonly kind?: 'read' | 'write'
  readonly destructive?: boolean
  readonly input: I
  /** converts to the core's arguments; absent: the same */
  readonly as?: (input: Static<TObject<I>>, caller: Caller) => Arguments
}

/** A tool of the web app and the embedded view: nearly always a translation of a model tool, and it decides nothing. */
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

/** Declares a tool that does what its core does: with these of the core's fields, or with all of them. */
export const same = <I extends TProperties, O extends TProperties>(
  name: `ui_${string}`,
  title: string,
  core: Tool<I, O>,
  fields: readonly (keyof I & string)[] = Object.keys(core.input),
  more: { readonly kind?: 'write'; readonly destructive?: true } = {},
): AppTool => appTool({ name, title, core, input: fieldsOf(core, ...fields), ...more })

type Own<I extends TProperties, O extends TProperties> = Omit<Tool<I, O>, 'name' | 'about'> & {
  readonly name: `ui_${string}`
}

/** Declares a tool that no model tool covers: it is its own core and takes the steps of the one door. */
export function ownAppTool<I extends TProperties, O extends TProperties>(declared: Own<I, O>): AppTool {
  const { name, title, input, destructive = false } = declared
  const core = tool({ ...declared, about: title })
  return appTool({ name, title, core, destructive, input: input as TProperties })
}

/** Picks fields of a core's input. */
export function fieldsOf<I extends TProperties, Name extends keyof I & string>(
  { input }: { readonly input: I },
  ...names: readonly Name[]
): Pick<I, Name> {
  return Object.fromEntries(names.map((name) => [name, input[name]])) as Pick<I, Name>
}
