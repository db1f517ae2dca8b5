import { isFields } from '../../input/sent_fields.ts'
import type { Shapes } from '../../input/same_value.ts'
import type { Caller } from '../../../rules/caller.ts'
import { notFound } from '../../../rules/errors.ts'
import { nameNow, type OldTool } from '../../../rules/old_names.ts'
import { byName } from '../../index.ts'
import type { AnyTool } from '../../tool.ts'
import { existsFor } from '../refused/may_call.ts'
import { toolsLike } from './tools_like.ts'
import { translations } from './renamed_tools.ts'

/** Where a caller finds the tools there are. */
export const toolsNamed = 'tools/list, GET /api/v1/tools and /openapi.json name them all.'

/** The tool that a name means, and how arguments sent under that name become its own. Throws not_found/unknown_tool. */
export function findTool(
  named: string | AnyTool,
  caller: Caller,
): { readonly tool: AnyTool; readonly translate: (sent: unknown) => unknown } {
  if (typeof named !== 'string') return { tool: named, translate: asSent }
  const now = nameNow('tools', named)
  const tool = byName.get(now ?? named)
  if (!tool || !existsFor(tool, caller)) {
    throw notFound('unknown_tool', `Unknown tool. ${toolsLike(named, caller)}${toolsNamed}`)
  }
  if (now === undefined) return { tool, translate: asSent }
  return {
    tool,
    translate: (sent) => (isFields(sent) ? translations[named as OldTool](sent, tool.input as Shapes) : sent),
  }
}

const asSent = (sent: unknown): unknown => sent
