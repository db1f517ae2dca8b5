import { isFields } from '../../input/sent_fields.ts'
import type { Caller } from '../../../rules/caller.ts'
import { notFound } from '../../../rules/errors.ts'
import { byName } from '../../index.ts'
import type { AnyTool } from '../../tool.ts'
import { existsFor } from '../refused/may_call.ts'
import { toolsLike } from './tools_like.ts'
import { isOldName, oldNames } from './renamed_tools.ts'

/** Translates older names. Throws not_found/unknown_tool. */
export function findTool(
  named: string | AnyTool,
  sent: unknown,
  caller: Caller,
): { readonly tool: AnyTool; readonly input: unknown } {
  if (typeof named !== 'string') return { tool: named, input: sent }
  const old = isOldName(named) ? oldNames[named] : undefined
  const tool = byName.get(old?.replaced_by ?? named)
  if (!tool || !existsFor(tool, caller)) {
    throw notFound(
      'unknown_tool',
      `Unknown tool. ${toolsLike(named, caller)}/openapi.json and GET /api/v1/tools name them all.`,
    )
  }
  return { tool, input: old && isFields(sent) ? old.translate(sent) : sent }
}
