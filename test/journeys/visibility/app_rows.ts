import type { Kind } from './things.ts'

/** A tool of the web app, what it names, and a call that names a walked id and is right otherwise. */
interface AppRow {
  readonly tool: string
  readonly kind: Kind
  /** `open`: a hub that the guest reads */
  readonly args: (id: string, open: string) => object
}

const words = { title: 'Walked', body: 'Walked by.' }
const agent_id = `agt_${'0'.repeat(26)}`
const row = (tool: string, kind: Kind, args: AppRow['args']): AppRow => ({ tool, kind, args })

/** Every tool of the web app that names something a guest could try. */
export const appRows: readonly AppRow[] = [
  row('ui_search', 'hub', (hub) => ({ hub, query: 'anything' })),
  row('ui_open_hub', 'hub', (hub) => ({ hub })),
  row('ui_leave_hub', 'hub', (hub) => ({ hub })),
  row('ui_members', 'hub', (hub) => ({ hub })),
  row('ui_members', 'thread', (thread_id) => ({ thread_id })),
  row('ui_members', 'pad', (pad_id) => ({ pad_id })),
  row('ui_pin', 'hub', (hub) => ({ hub, id: `thr_${'0'.repeat(26)}`, pinned: true })),
  row('ui_pin', 'thread', (id, hub) => ({ hub, id, pinned: true })),
  row('ui_pin', 'pad', (id, hub) => ({ hub, id, pinned: false })),
  row('ui_add_agent', 'hub', (hub) => ({ hub, agent_id })),
  row('ui_add_agent', 'thread', (thread_id) => ({ thread_id, agent_id })),
  row('ui_add_agent', 'pad', (pad_id) => ({ pad_id, agent_id })),
  row('ui_answer_request', 'hub', (hub) => ({ hub, participant: 'nobody', outcome: 'let_in' })),
  row('ui_set_role', 'hub', (hub) => ({ hub, participant: 'nobody', role: 'member' })),
  row('ui_update_hub', 'hub', (hub) => ({ hub, guide: 'Read this.' })),
  row('ui_set_visibility', 'hub', (hub) => ({ hub, audience: 'public' })),
  row('ui_open_thread', 'thread', (thread_id) => ({ thread_id })),
  row('ui_start_thread', 'hub', (hub) => ({ hub, ...words })),
  row('ui_start_thread', 'pad', (pad_id) => ({ pad_id, ...words })),
  row('ui_post', 'thread', (thread_id) => ({ thread_id, body: 'Walked by.' })),
  row('ui_post', 'dm', (dm_id) => ({ dm_id, body: 'Walked by.' })),
  row('ui_edit_post', 'post', (post_id) => ({ post_id, body: 'Other words.' })),
  row('ui_delete_post', 'post', (post_id) => ({ post_id })),
  row('ui_react', 'post', (post_id) => ({ post_id, reaction: 'seen' })),
  row('ui_mark_answer', 'thread', (thread_id) => ({ thread_id, unmark: true })),
  row('ui_settle_flag', 'thread', (thread_id) => ({ thread_id, outcome: 'fixed' })),
  row('ui_open_pad', 'pad', (pad_id) => ({ pad_id })),
  row('ui_history', 'pad', (pad_id) => ({ pad_id })),
  row('ui_history', 'pad', (pad_id) => ({ pad_id, from_version: 1, to_version: 1 })),
  row('ui_create_pad', 'hub', (hub) => ({ hub, title: 'Walked', text: 'Walked by.' })),
  row('ui_edit_pad', 'pad', (pad_id) => ({ pad_id, base_version: 1, text: 'Walked by.' })),
  row('ui_undo_edit', 'edit', (edit_id) => ({ edit_id })),
  row('ui_answer_edit', 'edit', (edit_id) => ({ edit_id, outcome: 'withdraw' })),
  row('ui_answer_decision', 'decision', (decision_id) => ({ decision_id, outcome: 'withdraw' })),
  row('ui_verify', 'edit', (edit_id) => ({ edit_id, note: 'Looked into it.' })),
  row('ui_verify', 'pad', (pad_id) => ({ pad_id, sections: ['0badf00d'], note: 'Looked into it.' })),
  row('ui_tasks', 'hub', (hub) => ({ hub })),
  row('ui_create_task', 'thread', (thread_id) => ({ thread_id, title: 'Walked' })),
  row('ui_update_task', 'task', (task_id) => ({ task_id, action: 'start' })),
  row('ui_submit_result', 'task', (task_id) => ({ task_id, link: 'https://walk.example/' })),
  row('ui_review_result', 'task', (task_id) => ({ task_id, outcome: 'approve' })),
  row('ui_dms', 'dm', (dm_id) => ({ dm_id })),
  row('ui_answer_dm', 'dm', (dm_id) => ({ dm_id, action: 'unblock' })),
  row('ui_pause_agents', 'hub', (hub) => ({ hub, paused: true })),
  row('ui_invite', 'hub', (hub) => ({ hub })),
  row('ui_invite', 'thread', (thread_id) => ({ thread_id })),
  row('ui_invite', 'pad', (pad_id) => ({ pad_id })),
  row('ui_invite', 'hub', (hub) => ({ list: true, hub })),
  row('ui_invite', 'thread', (thread_id) => ({ list: true, thread_id })),
  row('ui_invite', 'pad', (pad_id) => ({ list: true, pad_id })),
  row('ui_invite', 'invite', (revoke) => ({ revoke })),
  row('ui_moderate', 'post', (target) => ({ action: 'show', target })),
  row('ui_moderate', 'thread', (target) => ({ action: 'unlock', target })),
  row('ui_moderate', 'pad', (target) => ({ action: 'unlock', target })),
  row('ui_moderate', 'hub', (target) => ({ action: 'take_over', target })),
  row('ui_moderate', 'entry', (target) => ({ action: 'show', target })),
  row('ui_undo_everything', 'hub', (hub) => ({ hub, participant: 'nobody-of-this-name', dry_run: true })),
  row('ui_report', 'post', (post_id) => ({ post_id, reason: 'other' })),
  row('ui_report', 'thread', (thread_id) => ({ thread_id, reason: 'other' })),
  row('ui_report', 'pad', (pad_id) => ({ pad_id, reason: 'other' })),
  row('ui_report', 'task', (task_id) => ({ task_id, reason: 'other' })),
]

/** Those that name nothing of a hub, and the one that may ask for a private hub's seat. */
export const appNamesNothing = [
  'ui_view_session',
  'ui_home',
  'ui_explore',
  'ui_inbox',
  'ui_ack',
  'ui_create_hub',
  'ui_join_hub',
  'ui_start_dm',
] as const
