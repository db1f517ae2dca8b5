import type { Input } from '../input/check_input.ts'
import type { ToolParts } from '../tool_parts.ts'
import type { AnyTool, Call } from '../tool.ts'
import type { CallContext } from './call_context.ts'
import type { Noticed } from './in_every_answer.ts'
import { run } from './run_tool.ts'

export async function read(parts: ToolParts, tool: AnyTool, input: Input, asked: CallContext): Promise<Noticed> {
  if (input.oversize) throw input.oversize.refusal
  if (parts.config.pace) parts.spendRead(asked.caller, parts.clock.now())
  // show_svc acknowledges: it moves the caller's own cursor and nothing that others can see
  const ask: Call<unknown>['ask'] = async (actor, id, operation, args) =>
    (await parts.ask(actor, id, operation, { ...args, by: asked.caller } as never)).reply
  return { answer: await run(parts, tool, input, asked, ask) }
}
