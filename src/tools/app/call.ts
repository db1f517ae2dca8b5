import type { Caller } from '../../rules/caller.ts'
import { notFound } from '../../rules/errors.ts'
import type { CallTool } from '../call.ts'
import type { Allowance } from '../allowance.ts'
import { checkInput } from '../schema.ts'
import type { AnyTool } from '../tool.ts'
import type { AppTool } from './app_tool.ts'
import { appToolNamed } from './index.ts'

/** What the web app gets: ids and states, and apart from them the words it shows. */
export interface AppAnswer {
  readonly data: Record<string, unknown>
  readonly view: object
  readonly allowance?: Allowance
}

export type CallAppTool = (name: string, sent: unknown, caller: Caller, signal: AbortSignal) => Promise<AppAnswer>

/** The door of the app tools: checked by their own fields, then the call of their core through the one door. */
export const openAppDoor =
  (call: CallTool): CallAppTool =>
  async (name, sent, caller, signal) => {
    const tool = appToolNamed(name)
    if (!tool) throw notFound('unknown_tool', 'There is no such tool of the web app.')
    const { fields, common, ignored } = checkInput(asChecked(tool), 'host', sent)
    const args = { ...tool.as(fields, caller), ...common }
    const { text, data, view, allowance } = await call(tool.core.name, args, { caller, door: 'web', signal })
    const more = ignored.length > 0 ? { ignored_args: ignored } : {}
    return { data: { ...data, ...more }, view: view?.() ?? { text }, ...(allowance && { allowance }) }
  }

const checked = new WeakMap<AppTool, AnyTool>()

/** Its own fields with the common ones that its core takes; on the web everybody speaks for themselves. */
function asChecked(tool: AppTool): AnyTool {
  const { name, title, kind, input, core } = tool
  const known = checked.get(tool)
  if (known) return known
  const { group, about, sensitive, givesSecret, output, run } = core
  const made: AnyTool = {
    name,
    title,
    group,
    kind,
    about,
    input,
    output,
    run,
    agentKeyOnly: true,
    ...(sensitive && { sensitive }),
    ...(givesSecret && { givesSecret }),
  }
  checked.set(tool, made)
  return made
}
