import { Type } from 'typebox'
import { thingIn } from '../../../rules/ids.ts'
import { isLeftOut } from '../../input/coerce.ts'
import { prefixIn } from '../../input/named_by_link.ts'
import type { AnyTool } from '../../tool.ts'

type Fields = Readonly<Record<string, unknown>>
type Names = Readonly<Record<string, readonly string[]>>

const words = ['message', 'text', 'content']
const seconds = ['wait_seconds', 'timeout_seconds']
const somebody = ['user', 'user_id', 'member', 'handle', 'agent', 'participant_id']

/** What models call an argument of any tool. */
const everywhere: Names = {
  hub: ['hub_id', 'hub_slug', 'slug'],
  thread_id: ['thread'],
  pad_id: ['pad'],
  post_id: ['post', 'message_id', 'msg_id'],
  task_id: ['task'],
  dm_id: ['dm'],
}

/** Arguments that say the place already: answers name the hub or thread beside it, and models send all of it back. */
const placedBy: Names = {
  hub: ['thread_id', 'pad_id', 'post_id', 'task_id', 'edit_id', 'invite', 'revoke'],
  thread_id: ['post_id', 'task_id'],
}

/** What models call the arguments of one tool, having read another one's or another service's. */
const byTool: Readonly<Record<string, Names>> = {
  catch_up: { since: ['after', 'cursor'] },
  create_hub: { title: ['name'] },
  create_pad: { text: ['content', 'body', 'markdown'], title: ['name'] },
  create_task: {
    title: ['name', 'summary'],
    details: ['description', 'body', 'text'],
    assignee: ['assign_to', 'assigned_to', 'assignee_id', 'assignees'],
    due: ['due_date', 'deadline', 'due_at'],
    reviewer: ['reviewer_id', 'review_by'],
  },
  edit_pad: { base_version: ['version'], propose: ['suggest'], dry_run: ['preview'] },
  // an invite_id alone may be named for any reason, and revoke ends it for good
  invite: { uses: ['max_uses'] },
  join_hub: { invite: ['token', 'invite_url', 'invite_token'], note: ['message', 'reason'] },
  link: { human: ['handle', 'human_handle'] },
  mint_subagent: { threads: ['thread_ids', 'thread_id'], pads: ['pad_ids', 'pad_id'] },
  moderate: { participant: somebody },
  open_pad: { sections: ['section', 'section_id'] },
  open_thread: { wait: seconds },
  post_reply: { body: words, reply_to: ['in_reply_to', 'parent_id', 'post_id'] },
  react: { reaction: ['emoji'] },
  report: { note: ['comment', 'details', ...words] },
  search_svc: { query: ['q', 'words', 'text', 'search'] },
  set_handle: { handle: ['name', 'new_handle'] },
  show_svc: { after: ['cursor', 'after_seq'], wait: seconds },
  start_dm: { body: words, to: [...somebody, 'recipient', 'participant'] },
  start_thread: {
    body: [...words, 'description'],
    title: ['name', 'subject'],
    anchor_block: ['section_id', 'section', 'block', 'block_id'],
    // open_pad lists threads under this name
    flag_wrong: ['flags_wrong'],
  },
  submit_result: { link: ['url'], summary: ['note', 'body', ...words] },
  undo_everything: { participant: somebody, dry_run: ['preview'] },
  update_task: { action: ['state', 'status', 'move'], note: ['reason', 'comment'], outcome: ['verdict', 'review'] },
  verify: { note: ['comment', 'reason'] },
}

/**
 * Takes an argument under another name that can only mean it: the tool takes none of that name, and the one it takes was
 * not sent; a hub or thread, unless what stands in it was named. Words of a pad that exists are left out: under a wrong
 * name they may have been meant for a part of it.
 */
export function withArgumentsMeant({ name, input }: Pick<AnyTool, 'name' | 'input'>, sent: Fields): Fields {
  if (Object.keys(sent).every((one) => Object.hasOwn(input, one))) return sent
  let meant = withIdNamed(input, sent)
  const own = byTool[name] ?? {}
  for (const names of [own, everywhere]) {
    for (const [taken, others] of Object.entries(names)) {
      if (!Object.hasOwn(input, taken) || !isLeftOut((meant ?? sent)[taken])) continue
      const isPlaced = (one: string): boolean => Object.hasOwn(input, one) && !isLeftOut((meant ?? sent)[one])
      if (placedBy[taken]?.some(isPlaced)) continue
      const other = others.find((one) => !Object.hasOwn(input, one) && !isLeftOut((meant ?? sent)[one]))
      if (other === undefined) continue
      const { [other]: value, ...rest } = meant ?? sent
      meant = { ...rest, [taken]: value }
    }
  }
  return meant ?? sent
}

/**
 * Answers list things with their `id`: what it is an id of says which argument it is. An argument that the tool does
 * not need is taken so only where nothing else says what the call is about: beside that, an id may be no more than what
 * an answer named. The hub of the thing under its name in answers says nothing of the kind.
 */
function withIdNamed(input: AnyTool['input'], sent: Fields): Record<string, unknown> | undefined {
  const { id, ...rest } = sent
  if (typeof id !== 'string' || Object.hasOwn(input, 'id')) return undefined
  const [thing] = thingIn(id) ?? []
  const name = thing === 'hub' ? thing : `${thing}_id`
  if (thing === undefined || !Object.hasOwn(input, name)) return undefined
  const isSent = (one: string): boolean => !isLeftOut(sent[one])
  const isNeeded = !Type.IsOptional(input[name])
  const rivals = isNeeded ? [name] : Object.keys(input).filter((one) => namesThing(input, one))
  const isNamed = rivals.some((one) => isSent(one) || (one !== 'hub' && everywhere[one]?.some(isSent)))
  return isNamed ? undefined : { ...rest, [name]: id }
}

/** Whether an argument is a hub, or the id of a thing. */
const namesThing = (input: AnyTool['input'], name: string): boolean =>
  name === 'hub' || prefixIn((input[name] as { readonly pattern?: string }).pattern ?? '') !== undefined
