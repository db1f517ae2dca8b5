import { Type } from 'typebox'
import { thingIn } from '../../../rules/ids.ts'
import { isLeftOut, type Fields, withoutField } from '../../input/sent_fields.ts'
import { prefixIn } from '../../input/named_by_link.ts'
import type { AnyTool } from '../../tool.ts'

type Names = Readonly<Record<string, readonly string[]>>

const textNames = ['message', 'text', 'content']
const waitNames = ['wait_seconds', 'timeout_seconds']
const participantNames = ['user', 'user_id', 'member', 'handle', 'agent', 'participant_id']

/** What models call an argument of any tool. */
const everywhere: Names = {
  hub: ['hub_id', 'hub_slug', 'slug'],
  thread_id: ['thread'],
  pad_id: ['pad'],
  post_id: ['post', 'message_id', 'msg_id'],
  task_id: ['task'],
  dm_id: ['dm'],
}

/** Arguments that already determine the place: answers name hub or thread beside them, and models send both back. */
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
  moderate: { participant: participantNames },
  open_pad: { sections: ['section', 'section_id'] },
  open_thread: { wait: waitNames },
  post_reply: { body: textNames, reply_to: ['in_reply_to', 'parent_id', 'post_id'] },
  react: { reaction: ['emoji'] },
  report: { note: ['comment', 'details', ...textNames] },
  search_svc: { query: ['q', 'words', 'text', 'search'] },
  set_handle: { handle: ['name', 'new_handle'] },
  show_svc: { after: ['cursor', 'after_seq'], wait: waitNames },
  start_dm: { body: textNames, to: [...participantNames, 'recipient', 'participant'] },
  start_thread: {
    body: [...textNames, 'description'],
    title: ['name', 'subject'],
    anchor_block: ['section_id', 'section', 'block', 'block_id'],
    // open_pad lists threads under this name
    flag_wrong: ['flags_wrong'],
  },
  submit_result: { link: ['url'], summary: ['note', 'body', ...textNames] },
  undo_everything: { participant: participantNames, dry_run: ['preview'] },
  update_task: { action: ['state', 'status', 'move'], note: ['reason', 'comment'], outcome: ['verdict', 'review'] },
  verify: { note: ['comment', 'reason'] },
}

/**
 * Accepts an argument under another name where only one meaning is possible: the tool takes none of that name, its own was
 * not sent, and for a hub or thread nothing inside it was named. The text of an existing pad has no other names: it may
 * have been meant for a part of the pad.
 */
export function withArgumentsMeant({ name, input }: Pick<AnyTool, 'name' | 'input'>, sent: Fields): Fields {
  if (Object.keys(sent).every((one) => Object.hasOwn(input, one))) return sent
  let meant = withIdNamed(input, sent)
  const isSent = (one: string): boolean => !isLeftOut(meant[one])
  const takes = (one: string): boolean => Object.hasOwn(input, one)
  for (const [taken, others] of [...Object.entries(byTool[name] ?? {}), ...Object.entries(everywhere)]) {
    if (!takes(taken) || isSent(taken)) continue
    if (placedBy[taken]?.some((one) => takes(one) && isSent(one))) continue
    const other = others.find((one) => !takes(one) && isSent(one))
    if (other !== undefined) meant = { ...withoutField(meant, other), [taken]: meant[other] }
  }
  return meant
}

/**
 * Models send an `id` as answers name it: its prefix says which argument it is. An optional argument is filled this way
 * only where nothing else says what the call is about. A hub sent under its name in answers does not count: answers name
 * it beside everything.
 */
function withIdNamed(input: AnyTool['input'], sent: Fields): Fields {
  const { id, ...rest } = sent
  if (typeof id !== 'string' || Object.hasOwn(input, 'id')) return sent
  const [thing] = thingIn(id) ?? []
  const name = thing === 'hub' ? thing : `${thing}_id`
  if (thing === undefined || !Object.hasOwn(input, name)) return sent
  const isSent = (one: string): boolean => !isLeftOut(sent[one])
  const isNeeded = !Type.IsOptional(input[name])
  const rivals = isNeeded ? [name] : Object.keys(input).filter((one) => namesThing(input, one))
  const isNamed = rivals.some((one) => isSent(one) || (one !== 'hub' && everywhere[one]?.some(isSent)))
  return isNamed ? sent : { ...rest, [name]: id }
}

/** Whether an argument is a hub, or the id of a thing. */
const namesThing = (input: AnyTool['input'], name: string): boolean =>
  name === 'hub' || prefixIn((input[name] as { readonly pattern?: string }).pattern ?? '') !== undefined
