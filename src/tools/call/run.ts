import { mint } from '../../rules/ids.ts'
import type { Input } from '../input/schema.ts'
import type { ToolParts } from '../parts.ts'
import type { AnyTool, Answer, Call } from '../tool.ts'
import type { Asked } from './asked.ts'

export const run = (
  parts: ToolParts,
  tool: AnyTool,
  { fields }: Input,
  { caller, signal }: Asked,
  ask: Call<unknown>['ask'],
): Promise<Answer<any>> => {
  const now = parts.clock.now()
  return tool.run({ input: fields, caller, now, mint: (thing) => mint(thing, parts.clock.now()), ask, parts, signal })
}
