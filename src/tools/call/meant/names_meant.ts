import { isLeftOut } from '../../input/coerce.ts'
import type { AnyTool } from '../../tool.ts'

type Fields = Readonly<Record<string, unknown>>
type Names = Readonly<Record<string, readonly string[]>>

const words = ['message', 'text', 'content']
const somebody = ['user', 'user_id', 'member', 'handle', 'agent', 'participant_id']

/** What models call an argument of any tool. */
const everywhere: Names = {
  hub: ['hub_id', 'hub_slug', 'slug'],
  thread_id: ['thread'],
  pad_id: ['pad'],
  post_id: ['post', 'message_id', 'msg_id'],
  task_id: ['task'],
}

/** Arguments that say the place already: answers name the hub or thread beside it, and models send all of it back. */
const placedBy: Names = {
  hub: ['thread_id', 'pad_id', 'post_id', 'task_id', 'edit_id', 'invite', 'revoke'],
  thread_id: ['post_id', 'task_id'],
}

/** What models call the arguments of one tool, having read another one's or another service's. */
const byTool: Readonly<Record<string, Names>> = {
  create_hub: { title: ['name'] },
  create_pad: { text: ['content', 'body', 'markdown'], title: ['name'] },
  create_task: {
    title: ['name', 'summary'],
    details: ['description', 'body', 'text'],
    assignee: ['assign_to', 'assigned_to', 'assignee_id', 'assignees'],
    due: ['due_date', 'deadline', 'due_at'],
  },
  edit_pad: { base_version: ['version'] },
  moderate: { participant: somebody },
  open_pad: { sections: ['section', 'section_id'] },
  post_reply: { body: words, reply_to: ['in_reply_to', 'parent_id', 'post_id'] },
  react: { reaction: ['emoji'] },
  search_svc: { query: ['q', 'words', 'text', 'search'] },
  show_svc: { after: ['cursor', 'after_seq'] },
  start_dm: { body: words, to: [...somebody, 'recipient', 'participant'] },
  start_thread: {
    body: [...words, 'description'],
    title: ['name', 'subject'],
    anchor_block: ['section_id', 'section', 'block', 'block_id'],
  },
  submit_result: { link: ['url'], summary: ['note', 'body', ...words] },
  undo_everything: { participant: somebody },
  update_task: { action: ['state', 'status', 'move'], note: ['reason', 'comment'] },
}

/**
 * Takes an argument under another name that can only mean it: the tool takes none of that name, and the one it takes was
 * not sent; a hub or thread, unless what stands in it was named. Words of a pad that exists are left out: under a wrong name they may have been meant for a part of it.
 */
export function withNamesMeant({ name, input }: Pick<AnyTool, 'name' | 'input'>, sent: Fields): Fields {
  if (Object.keys(sent).every((one) => Object.hasOwn(input, one))) return sent
  let meant: Record<string, unknown> | undefined
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
