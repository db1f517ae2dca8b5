import { present, presentAs } from '../../records/present.ts'
import { coreTools } from '../../rules/clients/core_tools.ts'
import { visibleTo } from '../../rules/clients/embedded_view.ts'
import type { AppTool } from '../app/app_tool.ts'
import { asChecked } from '../app/call.ts'
import { appTools } from '../app/index.ts'
import { leanestInput, leanInput } from './leaner.ts'
import { inputSchema, outputOfTheView, outputSchema } from './schemas.ts'
import type { Sender } from '../input/in_any_call.ts'
import { byName, tools } from '../index.ts'
import type { AnyTool } from '../tool.ts'

/** A tool as MCP lists it; its title is among the annotations. */
export interface Listed {
  readonly name: string
  readonly description: string
  readonly inputSchema: object
  readonly outputSchema?: object
  readonly annotations: Readonly<Record<string, string | boolean>>
  readonly _meta?: Readonly<Record<string, unknown>>
}

/** MCP's hints. Every write reaches other participants, so it is open world. */
const annotations = (tool: AnyTool): Listed['annotations'] =>
  present({
    title: tool.title,
    readOnlyHint: tool.kind === 'read',
    destructiveHint: tool.destructive === true,
    idempotentHint: tool.idempotent ? true : undefined,
    openWorldHint: tool.kind === 'write' || tool.openWorld === true,
  })

const listed = (tool: AnyTool, sender: Sender): Listed =>
  presentAs({
    name: tool.name,
    description: tool.about,
    inputSchema: leanInput(inputSchema(tool, sender)),
    outputSchema: sender === 'host' ? outputSchema(tool) : undefined,
    annotations: annotations(tool),
    ...(sender === 'host' && tool.card ? visibleTo('model', 'app') : {}),
  })

/** A tool that the embedded view calls and hosts hide from their models. */
function listedApp(app: AppTool): Listed {
  const { name, kind, destructive, core } = app
  const tool: AnyTool = { ...asChecked(app), kind, destructive }
  return {
    name,
    description: core.name === name ? 'For the embedded view.' : `For the embedded view: ${core.name}.`,
    inputSchema: leanestInput(inputSchema(tool, 'host')),
    outputSchema: outputOfTheView,
    annotations: annotations(tool),
    ...visibleTo('app'),
  }
}

/** `verify` is listed in Checked hubs only. */
export const toolsIn = (checkedHub: boolean): readonly AnyTool[] =>
  tools.filter(({ inCheckedHubs }) => checkedHub || !inCheckedHubs)

/** Each variant is built once. Agent-key tools are listed for an agent's own key. */
const built = new Map<string, readonly Listed[]>()

interface Wanted {
  /** `core`, `model`, `all`, or comma-separated names; names of no tool at all give every tool */
  readonly named?: string
  /** leaves out output schemas: results come without structuredContent */
  readonly text?: boolean
}

export function listing(sender: Sender, inCheckedHub: boolean, { named, text }: Wanted = {}): readonly Listed[] {
  const whole = wholeListing(sender, inCheckedHub)
  const chosen = named === undefined || named === 'all' ? whole : whole.filter(wantedBy(named))
  // an empty list would not show the client what it misspelt
  const wanted = chosen.length === 0 ? whole : chosen
  return text ? wanted.map(({ outputSchema: _, ...tool }) => tool) : wanted
}

function wantedBy(named: string): (tool: Listed) => boolean {
  if (named === 'model') return ({ name }) => byName.has(name)
  const names: ReadonlySet<string> = new Set(named === 'core' ? coreTools : named.split(',').map((name) => name.trim()))
  return ({ name }) => names.has(name)
}

function wholeListing(sender: Sender, inCheckedHub: boolean): readonly Listed[] {
  const variant = `${sender} ${inCheckedHub}`
  const known = built.get(variant)
  if (known) return known
  const list = toolsIn(inCheckedHub)
    .filter((tool) => sender === 'agent' || !tool.agentKeyOnly)
    .map((tool) => listed(tool, sender))
  const whole = sender === 'host' ? [...list, ...appTools.map(listedApp)] : list
  built.set(variant, whole)
  return whole
}
