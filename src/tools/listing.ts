import { Type, type TProperties } from 'typebox'
import { viewUri } from '../rules/lists.ts'
import { oldNames } from './aliases.ts'
import type { AppTool } from './app/app_tool.ts'
import { asChecked } from './app/call.ts'
import { appTools } from './app/index.ts'
import { type Audience, inputSchema } from './schema.ts'
import { tools } from './index.ts'
import type { AnyTool } from './tool.ts'

/** A tool as MCP lists it. */
export interface Listed {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly inputSchema: object
  readonly outputSchema?: object
  readonly annotations: Readonly<Record<string, string | boolean>>
  readonly _meta?: Readonly<Record<string, unknown>>
}

/** Hints, as MCP names them; every write reaches others, so it is open world. */
const annotations = (tool: AnyTool): Listed['annotations'] => ({
  title: tool.title,
  readOnlyHint: tool.kind === 'read',
  destructiveHint: tool.destructive === true,
  ...(tool.idempotent ? { idempotentHint: true } : {}),
  openWorldHint: tool.kind === 'write' || tool.openWorld === true,
})

const errorShape = Type.Object({ error: Type.String(), message: Type.String() })

/** Clients hold structuredContent against this even when a call was refused. */
const outputSchema = (tool: AnyTool): object => ({
  type: 'object',
  anyOf: [Type.Partial(Type.Object(tool.output as TProperties)), errorShape],
})

const listed = (tool: AnyTool, audience: Audience): Listed => ({
  name: tool.name,
  title: tool.title,
  description: tool.about,
  inputSchema: inputSchema(tool, audience),
  ...(audience === 'host' ? { outputSchema: outputSchema(tool) } : {}),
  annotations: annotations(tool),
  ...(audience === 'host' && tool.card ? seenBy('model', 'app') : {}),
})

/** Who sees a tool in a chat host: its model, the embedded view, or both. */
const seenBy = (...visibility: readonly ('model' | 'app')[]): Pick<Listed, '_meta'> => ({
  _meta: { ui: { resourceUri: viewUri, visibility } },
})

/** What the embedded view calls and hosts keep from their models. Its answer has its core's fields, if it has one core. */
function listedApp(app: AppTool): Listed {
  const { name, title, kind, destructive, core, instead } = app
  const tool: AnyTool = { ...asChecked(app), kind, destructive, output: instead ? {} : core.output }
  return {
    name,
    title,
    description: `For the embedded view. ${core.about}`,
    inputSchema: inputSchema(tool, 'host'),
    outputSchema: outputSchema(tool),
    annotations: annotations(tool),
    ...seenBy('app'),
  }
}

/** Every variant is built once; `verify` is for somebody in a Checked hub, the agent-key tools for an agent's own key. */
const built = new Map<string, readonly Listed[]>()

export function listing(audience: Audience, inCheckedHub: boolean): readonly Listed[] {
  const variant = `${audience} ${inCheckedHub}`
  const known = built.get(variant)
  if (known) return known
  const list = tools
    .filter((tool) => inCheckedHub || tool.name !== 'verify')
    .filter((tool) => audience === 'agent' || !tool.agentKeyOnly)
    .map((tool) => listed(tool, audience))
  const whole = audience === 'host' ? [...list, ...appTools.map(listedApp)] : list
  built.set(variant, whole)
  return whole
}

/** A tool as GET /api/v1/tools lists it, the older names included. */
export interface RestListed {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly url: string
  readonly read_only: boolean
  readonly replaced_by?: string
}

export function restListing(baseUrl: string, inCheckedHub: boolean): readonly RestListed[] {
  const current = tools
    .filter((tool) => inCheckedHub || tool.name !== 'verify')
    .map((tool) => restListed(tool, tool.name, baseUrl))
  const older = Object.entries(oldNames).flatMap(([name, { replaced_by }]) => {
    const tool = tools.find((candidate) => candidate.name === replaced_by)
    return tool ? [{ ...restListed(tool, name, baseUrl), replaced_by }] : []
  })
  return [...current, ...older]
}

const restListed = (tool: AnyTool, name: string, baseUrl: string): RestListed => ({
  name,
  title: tool.title,
  description: tool.about,
  url: `${baseUrl}/api/v1/tools/${name}`,
  read_only: tool.kind === 'read',
})
