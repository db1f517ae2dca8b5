import { present } from '../../records/present.ts'
import { nameNow, oldNames } from '../../rules/old_names.ts'
import { byName, groupOf } from '../index.ts'
import type { AnyTool } from '../tool.ts'
import { examples } from './examples.ts'
import { toolsIn } from './listing.ts'
import { inputSchema, outputFields } from './schemas.ts'
import { toolUrl } from '../../rules/endpoints.ts'

/** The tools as GET /api/v1/tools lists them, the older names included. */
export function restListing(baseUrl: string, inCheckedHub: boolean): readonly object[] {
  const current = toolsIn(inCheckedHub).map((tool) => restListed(tool, tool.name, baseUrl))
  const older = Object.entries(oldNames.tools).flatMap(([name, replaced_by]) => {
    const tool = byName.get(replaced_by)
    return tool ? [{ ...restListed(tool, name, baseUrl), replaced_by }] : []
  })
  return [...current, ...older]
}

/** One tool as GET /api/v1/tools/<name> shows it, with all that a call needs. An older name shows the current tool. */
export function restShown(name: string, baseUrl: string): object | undefined {
  const replaced_by = nameNow('tools', name)
  const tool = byName.get(replaced_by ?? name)
  if (!tool) return undefined
  return {
    ...restListed(tool, tool.name, baseUrl),
    ...present({ replaced_by }),
    group: groupOf(tool),
    agent_key_only: tool.agentKeyOnly === true,
    input_schema: inputSchema(tool, tool.agentKeyOnly ? 'agent' : 'host'),
    output_schema: { type: 'object', properties: outputFields(tool) },
    example: examples[tool.name] ?? { arguments: {} },
  }
}

const restListed = (tool: AnyTool, name: string, baseUrl: string) => ({
  name,
  title: tool.title,
  description: tool.about,
  url: toolUrl(baseUrl, name),
  read_only: tool.kind === 'read',
})
