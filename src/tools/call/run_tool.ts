import { mint } from '../../rules/ids.ts'
import { readerFor } from '../../rules/caller.ts'
import type { Input } from '../input/check_input.ts'
import type { ToolParts } from '../tool_parts.ts'
import type { AnyTool, Answer, Call } from '../tool.ts'
import type { CallContext } from './call_context.ts'

interface Running extends Partial<Pick<Call<unknown>, 'newThread' | 'inTurn'>> {
  /** the first answer is told again: `ask` has it already */
  readonly repeats?: true
}

export const run = (
  parts: ToolParts,
  tool: AnyTool,
  { fields }: Input,
  asked: CallContext,
  ask: Call<unknown>['ask'],
  { newThread = mint('thread', parts.clock.now()), inTurn = (read) => read(), repeats }: Running = {},
): Promise<Answer<any>> => {
  const { caller } = asked
  const { clock, config } = parts
  return tool.run({
    input: fields,
    caller,
    reader: repeats ? { repeats, ...readerFor(caller, config.publicThreads) } : readerFor(caller, config.publicThreads),
    now: clock.now(),
    mint: (thing) => mint(thing, clock.now()),
    newThread,
    ask,
    inTurn,
    parts,
    client: asked,
  })
}
