import { moreOfRefusal } from '../../reading/refusal_details.ts'
import { present, unlessEmpty } from '../../records/present.ts'
import type { View } from '../../records/view.ts'
import type { Caller } from '../../rules/caller.ts'
import { notFound, Refusal } from '../../rules/errors.ts'
import { checkScope } from '../../rules/scopes.ts'
import { afterwards } from '../call/afterwards.ts'
import type { CallAny, Sent } from '../call/door.ts'
import { calledAs, type CallContext } from '../call/call_context.ts'
import type { Called } from '../call/called.ts'
import { clicked } from '../call/click.ts'
import type { ToolParts } from '../tool_parts.ts'
import { unwrapped } from '../input/unwrapped.ts'
import { checkInput } from '../input/check_input.ts'
import type { AnyTool } from '../tool.ts'
import type { AppTool } from './app_tool.ts'
import { appToolNamed } from './index.ts'

/** The answer for the web app and the embedded view: ids and states in `data`, the words to show in `shown`. */
interface AppAnswer extends Called {
  readonly shown: View | { readonly text: string }
}

export type CallAppTool = (name: string, sent: Sent, asked: CallContext) => Promise<AppAnswer>

/** The door of the app tools: checks the tool's own fields, then calls its core through the one door. */
export const openAppDoor =
  (parts: Pick<ToolParts, 'clock' | 'config' | 'log' | 'shortLived' | 'sql'>, call: CallAny): CallAppTool =>
  async (name, sent, asked) => {
    const tool = hasScreen(asked.caller) ? appToolNamed(name) : undefined
    if (!tool) throw notFound('unknown_tool', 'There is no such tool of the web app.')
    checkScope(tool.name, tool.kind, asked.caller.scopes)
    const { fields, common, ignored } = checkInput(asChecked(tool), 'host', unwrapped(await sent, tool.input))
    const { view_token, idempotency_key, confirm_sensitive } = common
    const caller = tool.kind === 'write' ? await clicked(parts, asked.caller, view_token) : asked.caller
    const core = tool.instead?.(fields) ?? tool.core
    const args = {
      ...tool.as(fields, caller),
      // acknowledging is a write here but a read in the core, which takes no key
      ...present({
        idempotency_key: idempotency_key !== undefined && core.kind === 'write' ? idempotency_key : undefined,
        confirm_sensitive,
      }),
    }
    const answer = await call(core, args, calledAs(asked, caller)).catch(async (error: unknown) => {
      throw error instanceof Refusal ? await withNextStep(parts, error, fields, caller) : error
    })
    const { text, trust, meta, allowance, outdated } = answer
    const view = await answer.view?.()
    return {
      text,
      data: { ...answer.data, ...present({ ignored_args: unlessEmpty(ignored) }) },
      trust,
      view: answer.view && (async () => view),
      meta,
      allowance,
      outdated,
      shown: view ?? { text },
    }
  }

/** Adds to a refusal what a person will want to know next. */
async function withNextStep(
  { clock, log, sql }: Pick<ToolParts, 'clock' | 'log' | 'sql'>,
  refusal: Refusal,
  fields: Readonly<Record<string, unknown>>,
  caller: Caller,
): Promise<Refusal> {
  const asked = { caller, now: clock.now() }
  const more = await afterwards(log, moreOfRefusal(sql, refusal, fields, asked))
  return refusal.with({ details: { ...more }, cause: refusal.cause })
}

/** Whether the caller has a screen: an agent's own key reaches the listed tools only. */
const hasScreen = ({ connection }: Caller): boolean => connection === 'session' || connection === 'oauth'

const checked = new WeakMap<AppTool, AnyTool>()

/** The app tool's own fields with its core's common ones, except as_agent: in the app callers act as themselves. */
export function asChecked(tool: AppTool): AnyTool {
  const { name, title, kind, input, core } = tool
  const known = checked.get(tool)
  if (known) return known
  const { about, sensitive, givesSecret, output, run } = core
  const made: AnyTool = {
    name,
    title,
    kind,
    about,
    input,
    output,
    run,
    agentKeyOnly: true,
    // a write takes the view token that it spends
    card: kind === 'write',
    ...present({ sensitive, givesSecret: givesSecret || undefined }),
  }
  checked.set(tool, made)
  return made
}
