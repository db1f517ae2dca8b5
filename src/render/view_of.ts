import type { View } from '../records/view.ts'

/** Fields that hold a time, in any object. */
const times: ReadonlySet<string> = new Set([
  'answered',
  'at',
  'created',
  'created_at',
  'due',
  'edited',
  'expires_at',
  'goes_in_at',
  'guide_updated',
  'idle',
  'key_ends_at',
  'last_call_at',
  'leased_until',
  'read_at',
  'requested',
  'since',
  'takes_effect_at',
  'until',
  'updated',
])

/** A field of one of these names may also hold participants' words: only text in exactly our own format is a time. */
const isTime = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/

const revive = (field: string, value: unknown): unknown =>
  typeof value === 'string' && times.has(field) && isTime.test(value) ? new Date(value) : value

/** The only place that gives parsed JSON these types; times become Dates again. */
export function viewOf(json: unknown): View {
  return revived(json) as View
}

function revived(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(revived)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([field, inner]) => [field, revive(field, revived(inner))]))
}
