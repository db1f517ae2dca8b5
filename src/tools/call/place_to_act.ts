import type { Sql } from '../../../sql/client.ts'
import { padWithDecision, padWithEdit } from '../../reading/pad_named.ts'
import { threadOf } from '../../reading/post_named.ts'
import { threadWithTask } from '../../reading/task_named.ts'
import { isId } from '../../rules/ids.ts'
import { addressOf } from '../address.ts'

type Fields = Readonly<Record<string, unknown>>

/**
 * The page on which a person can click what a call wanted, as a path. A call is refused for the click only where the
 * caller may see the thing, so that saying where it stands tells nothing new. Home where there is no better place.
 */
export async function placeToAct(sql: Sql, tool: string, { review, ...fields }: Fields): Promise<string> {
  const { edits_post } = fields
  if (typeof edits_post === 'string') return `${await standing.post(sql, edits_post)}?edit=${edits_post}`
  const named: Fields = { ...fields, ...(review as Fields | undefined) }
  for (const [thing, where] of Object.entries(standing)) {
    const id = Object.values(named).find((value) => typeof value === 'string' && isId(thing as Standing, value))
    if (id !== undefined) return where(sql, id as string)
  }
  const address = addressOf(tool, {}, named) ?? '/'
  return `${address}${address === '/' ? '' : behind(tool, named, address.startsWith('/h/'))}`
}

/** The page behind a hub's own, or the form in a thread's or pad's, that the act is on. */
function behind(tool: string, { action }: Fields, isHub: boolean): string {
  if (tool === 'invite') return isHub ? '?invites' : '?invite'
  if (!isHub) return ''
  if (tool === 'update_hub' || action === 'take_over' || action === 'pause_agents') return '?run'
  return tool === 'moderate' && action !== 'let_in' && action !== 'turn_away' ? '?members' : ''
}

type Standing = keyof typeof standing

/** What has no page of its own, and the page it stands on. */
const standing = {
  post: async (sql: Sql, id: string) => {
    const found = await threadOf(sql, id)
    return isId('dm', found) ? `/dm/${found}` : `/t/${found}/m/${id}`
  },
  task: async (sql: Sql, id: string) => `/t/${await threadWithTask(sql, id)}#${id}`,
  edit: async (sql: Sql, id: string) => `/p/${await padWithEdit(sql, id)}`,
  decision: async (sql: Sql, id: string) => `/p/${await padWithDecision(sql, id)}`,
} as const
