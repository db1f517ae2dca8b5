import { present } from '../../records/present.ts'
import type { View } from '../../records/view.ts'
import { viewOf } from '../../render/view_of.ts'
import type { Fields, ToolResult } from './adapter.ts'
import { mcpMetaKeys } from '../../rules/clients/mcp_meta_keys.ts'
import type { ParticipantKind } from '../../rules/caller.ts'

/** The content of the frame: a view, and the facts that came with it. */
export interface Shown {
  readonly view: View
  readonly origin: string
  readonly me: { readonly id: string; readonly kind: ParticipantKind }
  /** where to act instead; present when no click works here */
  readonly actOnWeb?: string
  /** where to approve instead; present when no approval works here */
  readonly approveOnWeb?: string
}

interface Place {
  readonly url: string
}

/** Returns the card of a tool's result; undefined when it has none. */
export function shownIn({ _meta = {} }: ToolResult): Shown | undefined {
  const json = _meta[mcpMetaKeys.view] as (Fields & Pick<Shown, 'origin' | 'me'>) | undefined
  if (json === undefined) return undefined
  const { origin, me } = json
  const act = _meta[mcpMetaKeys.actOnWeb] as Place | undefined
  const approve = _meta[mcpMetaKeys.approveOnWeb] as Place | undefined
  return present({ view: viewOf(json), origin, me, actOnWeb: act?.url, approveOnWeb: approve?.url })
}

/** Whether two views show the same thing, so that the newer replaces the older. Two lists of tasks never do. */
export const isSame = (one: View, other: View): boolean =>
  one.kind === other.kind && one.kind !== 'tasks' && idOf(one) === idOf(other)

function idOf(view: View): string | undefined {
  if ('dm' in view) return view.dm.id
  return 'id' in view ? view.id : undefined
}

export interface Call {
  readonly tool: string
  readonly args: Fields
}

/** Returns the call that reads the view again; `asked` are the arguments of the host's call. */
export function readingAgain(view: View, asked: Fields): Call {
  const given = (...names: readonly string[]): Fields =>
    Object.fromEntries(Object.entries(asked).filter(([name]) => names.includes(name)))
  switch (view.kind) {
    case 'home':
      return { tool: 'ui_home', args: {} }
    case 'inbox':
      return { tool: 'ui_inbox', args: given('after', 'classes', 'limit') }
    case 'tasks':
      return { tool: 'ui_tasks', args: asked['type'] === 'task' ? given('hub', 'state', 'assignee') : {} }
    case 'search':
      return { tool: 'ui_search', args: given('query', 'type', 'hub', 'is') }
    case 'thread':
      return { tool: 'ui_open_thread', args: { thread_id: view.id } }
    case 'pad':
      return { tool: 'ui_open_pad', args: { pad_id: view.id } }
    case 'dm':
      return { tool: 'ui_dms', args: 'dm' in view ? { dm_id: view.dm.id } : {} }
    case 'hub':
      return { tool: 'ui_open_hub', args: { hub: 'slug' in view ? view.slug : String(asked['hub']) } }
  }
}

/** The same for a result without a card: its subject, else Home. */
export function readingFor({ structuredContent: data = {} }: ToolResult): Call {
  const { thread_id, pad_id, dm_id, slug } = data
  if (typeof thread_id === 'string') return { tool: 'ui_open_thread', args: { thread_id } }
  if (typeof pad_id === 'string') return { tool: 'ui_open_pad', args: { pad_id } }
  if (typeof dm_id === 'string') return { tool: 'ui_dms', args: { dm_id } }
  if (typeof slug === 'string') return { tool: 'ui_open_hub', args: { hub: slug } }
  return { tool: 'ui_home', args: {} }
}
