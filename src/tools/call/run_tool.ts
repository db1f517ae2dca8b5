import { mint } from '../../rules/ids.ts'
import { readerFor } from '../../rules/reader.ts'
import type { Input } from '../input/check_input.ts'
import type { ToolParts } from '../tool_parts.ts'
import type { AnyTool, Answer, Call } from '../tool.ts'
import type { CallContext } from './call_context.ts'

export const run = (
  parts: ToolParts,
  tool: AnyTool,
  { fields }: Input,
  asked: CallContext,
  ask: Call<unknown>['ask'],
  newThread: string = mint('thread', parts.clock.now()),
): Promise<Answer<any>> => {
  const { caller } = asked
  const { clock, config } = parts
  return tool.run({
    input: fields,
    caller,
    reader: readerFor(caller, config.publicThreads),
    now: clock.now(),
    mint: (thing) => mint(thing, clock.now()),
    newThread,
    ask,
    parts,
    get signal() {
      return asked.signal
    },
  })
}
