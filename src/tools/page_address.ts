import { hubPath } from '../render/place_path.ts'
import { isId } from '../rules/ids.ts'
import type { Fields } from './input/sent_fields.ts'
import type { AnyTool } from './tool.ts'

/**
 * Returns the path of the web page of an answer's main thing: the narrowest that the answer names, else what a read was
 * asked about. Undefined when that has no page.
 */
export function addressOf({ page }: Pick<AnyTool, 'page'>, data: Fields, asked: Fields): string | undefined {
  const { task_id, thread_id } = data
  if (typeof task_id === 'string' && typeof thread_id === 'string') return `/t/${thread_id}#${task_id}`
  const named = [thread_id, data['pad_id'], data['dm_id'], idIn(data['target']), idIn(data['scope']), data['scope_id']]
  const path = first(named, pathOf) ?? first([data['slug'], data['hub_id'], data['scope_id']], hubPath)
  if (path !== undefined) return path
  if (page === '/' && data['items'] !== undefined) return '/inbox'
  return (
    first([asked['dm_id']], pathOf) ?? page ?? first(Object.values(asked), pathOf) ?? first([asked['hub']], hubPath)
  )
}

const idIn = (named: unknown): unknown => (named as { readonly id?: unknown } | undefined)?.id

const first = (values: readonly unknown[], path: (value: string) => string | undefined): string | undefined => {
  for (const value of values) {
    const found = typeof value === 'string' ? path(value) : undefined
    if (found !== undefined) return found
  }
  return undefined
}

const pathOf = (id: string): string | undefined => {
  if (isId('thread', id)) return `/t/${id}`
  if (isId('pad', id)) return `/p/${id}`
  return isId('dm', id) ? `/dm/${id}` : undefined
}
