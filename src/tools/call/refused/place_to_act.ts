import type { Sql } from '../../../../sql/client.ts'
import { padWithDecision, padWithEdit, threadWithPost, threadWithTask } from '../../../reading/actor_to_ask.ts'
import { Refusal } from '../../../rules/errors.ts'
import { isId } from '../../../rules/ids.ts'
import { onlyHere } from '../../../rules/rights.ts'
import type { Input } from '../../input/check_input.ts'
import type { Fields } from '../../input/sent_fields.ts'
import { addressOf } from '../../page_address.ts'
import type { ToolParts } from '../../tool_parts.ts'
import { afterwards } from '../afterwards.ts'

/** Whether the chat host is the reason, so that the person can do it in the browser. */
const isForBrowser = ({ reason, details }: Refusal): boolean =>
  reason === 'host_cannot' || reason === 'approvals_off' || details[onlyHere] === true

/** Adds to a refusal that requires a click the page where the person can make it. */
export async function withPlaceToAct(
  parts: Pick<ToolParts, 'config' | 'sql' | 'log'>,
  refusal: Refusal,
  tool: string,
  { fields }: { readonly fields: Input['fields'] },
) {
  if (!isForBrowser(refusal)) return refusal
  const place = await afterwards(parts.log, placeToAct(parts.sql, tool, fields))
  const act_url = parts.config.baseUrl + (place ?? '/')
  const { [onlyHere]: _, ...details } = refusal.details
  const message = refusal.reason === 'host_cannot' ? `${refusal.message} Give them act_url.` : refusal.message
  return new Refusal(refusal.code, refusal.reason, message, { ...details, act_url }, refusal)
}

/**
 * Returns the path of the page on which a person can make the click that a call lacked; Home when there is no better
 * one. Such a refusal implies that the caller may see the thing, so naming its page discloses nothing.
 */
async function placeToAct(sql: Sql, tool: string, { review, ...fields }: Fields): Promise<string> {
  const { edits_post } = fields
  if (typeof edits_post === 'string') return `${await pageLookups.post(sql, edits_post)}?edit=${edits_post}`
  const named: Fields = { ...fields, ...(review as Fields | undefined) }
  for (const [thing, where] of Object.entries(pageLookups)) {
    const id = Object.values(named).find((value) => typeof value === 'string' && isId(thing as PlaceLookup, value))
    if (id !== undefined) return where(sql, id as string)
  }
  const address = addressOf({}, {}, named) ?? '/'
  return `${address}${address === '/' ? '' : behind(tool, named, address.startsWith('/h/'))}`
}

/** The query that opens the subpage or form of the act. */
function behind(tool: string, { action }: Fields, isHub: boolean): string {
  if (tool === 'invite') return isHub ? '?invites' : '?invite'
  if (!isHub) return ''
  if (tool === 'update_hub' || action === 'take_over' || action === 'pause_agents') return '?run'
  return tool === 'moderate' && action !== 'let_in' && action !== 'turn_away' ? '?members' : ''
}

type PlaceLookup = keyof typeof pageLookups

/** Things without a page of their own, and the page that shows them. */
const pageLookups = {
  post: async (sql: Sql, id: string) => {
    const found = await threadWithPost(sql, id)
    return isId('dm', found) ? `/dm/${found}` : `/t/${found}/m/${id}`
  },
  task: async (sql: Sql, id: string) => `/t/${await threadWithTask(sql, id)}#${id}`,
  edit: async (sql: Sql, id: string) => `/p/${await padWithEdit(sql, id)}`,
  decision: async (sql: Sql, id: string) => `/p/${await padWithDecision(sql, id)}`,
} as const
