import type { Home } from './readers.ts'
import type { Kind } from './things.ts'

/** An argument of a tool that names something, and a call that puts a walked id there and is right otherwise. */
export interface Row {
  readonly kind: Kind
  readonly args: (id: string, home: Home) => object
  /** what of that kind a reader reaches so; false: what readers are told is another suite's */
  readonly readable?: false | RegExp
  /** the rule that tells more, or something else, than missing: compared by no walk */
  readonly apart?: string
}

const decision = (home: Home, more: object) => ({ pad_id: home.pad, decision: { text: 'We decide.', ...more } })
const words = { title: 'Walked', body: 'Walked by.' }

/** THE table: every argument of every tool that names something. A new one without a row fails the walk. */
export const rows: Readonly<Record<string, Row>> = {
  'open_hub.hub': { kind: 'hub', args: (hub) => ({ hub }) },
  'join_hub.hub': { kind: 'hub', args: (hub) => ({ hub }), apart: 'a private hub can be asked for a seat' },
  'join_hub.thread_id': { kind: 'thread', args: (thread_id) => ({ thread_id }) },
  'update_hub.hub': { kind: 'hub', args: (hub) => ({ hub, guide: 'Read this.' }) },
  'update_hub.publish_token': {
    kind: 'preview',
    args: (publish_token, { slug }) => ({ hub: slug, audience: 'public', publish_token }),
  },
  'update_hub.front_pad_id': {
    kind: 'pad',
    args: (front_pad_id, { slug }) => ({ hub: slug, front_pad_id }),
    readable: false,
  },
  'moderate.hub': { kind: 'hub', args: (hub) => ({ hub, action: 'resume_agents' }) },
  'moderate.thread_id': { kind: 'thread', args: (thread_id) => ({ action: 'unlock', thread_id }) },
  'moderate.pad_id': { kind: 'pad', args: (pad_id) => ({ action: 'unlock', pad_id }) },
  'moderate.post_id': { kind: 'post', args: (post_id) => ({ action: 'show', post_id }) },
  'moderate.participant': {
    kind: 'participant',
    args: (participant, { slug }) => ({ action: 'let_in', hub: slug, participant }),
    apart: 'participants are known by handle',
  },
  'moderate.entry': { kind: 'entry', args: (entry) => ({ action: 'show', entry }), readable: false },
  'moderate.duplicate_of': {
    kind: 'thread',
    args: (duplicate_of, { thread }) => ({ action: 'hide', thread_id: thread, reason: 'duplicate', duplicate_of }),
    readable: false,
  },
  'undo_everything.hub': {
    kind: 'hub',
    args: (hub) => ({ hub, participant: 'nobody-of-this-name', dry_run: true }),
    readable: false,
  },
  'undo_everything.participant': {
    kind: 'participant',
    args: (participant, { slug }) => ({ hub: slug, participant, dry_run: true }),
    apart: 'participants are known by handle',
  },
  'undo_everything.key': {
    kind: 'participant',
    args: (key, { slug }) => ({ hub: slug, participant: 'nobody-of-this-name', key, dry_run: true }),
    apart: 'a key is of one’s own: undo_by_key.test.ts tries others’',
  },
  'invite.hub': { kind: 'hub', args: (hub) => ({ hub }) },
  'invite.thread_id': { kind: 'thread', args: (thread_id) => ({ thread_id }) },
  'invite.pad_id': { kind: 'pad', args: (pad_id) => ({ pad_id }) },
  'invite.revoke': { kind: 'invite', args: (revoke) => ({ revoke }), readable: false },
  'search_svc.hub': { kind: 'hub', args: (hub) => ({ hub, query: 'anything' }) },
  'search_svc.assignee': {
    kind: 'participant',
    args: (assignee) => ({ type: 'task', assignee }),
    apart: 'participants are known by handle',
  },
  'open_pad.pad_id': { kind: 'pad', args: (pad_id) => ({ pad_id }) },
  'open_pad.sections[]': { kind: 'section', args: (section, { pad }) => ({ pad_id: pad, sections: [section] }) },
  'open_thread.thread_id': { kind: 'thread', args: (thread_id) => ({ thread_id }) },
  'catch_up.hub': { kind: 'hub', args: (hub) => ({ hub }) },
  'catch_up.thread_id': { kind: 'thread', args: (thread_id) => ({ thread_id }) },
  'catch_up.pad_id': { kind: 'pad', args: (pad_id) => ({ pad_id }) },
  'start_thread.hub': { kind: 'hub', args: (hub) => ({ hub, ...words }) },
  'start_thread.pad_id': { kind: 'pad', args: (pad_id) => ({ pad_id, ...words }) },
  'start_thread.anchor_block': {
    kind: 'section',
    args: (anchor_block, { pad }) => ({ pad_id: pad, anchor_block, ...words }),
  },
  'start_thread.from_posts[]': {
    kind: 'post',
    args: (from_post, { slug }) => ({ hub: slug, ...words, from_posts: [from_post] }),
    readable: false,
  },
  'post_reply.thread_id': { kind: 'thread', args: (thread_id) => ({ thread_id, body: 'Walked by.' }) },
  'post_reply.dm_id': { kind: 'dm', args: (dm_id) => ({ dm_id, body: 'Walked by.' }) },
  'post_reply.reply_to': {
    kind: 'post',
    args: (reply_to, { thread }) => ({ thread_id: thread, body: 'Walked by.', reply_to }),
    readable: false,
  },
  'post_reply.quote.post_id': {
    kind: 'post',
    args: (post_id, { thread }) => ({ thread_id: thread, body: 'Walked by.', quote: { post_id, text: 'Post' } }),
    readable: false,
  },
  'post_reply.task_id': {
    kind: 'task',
    args: (task_id, { thread }) => ({ thread_id: thread, body: 'Walked by.', task_id }),
  },
  'post_reply.edits_post': { kind: 'post', args: (edits_post) => ({ edits_post, body: 'Other words.' }) },
  'react.post_id': { kind: 'post', args: (post_id) => ({ post_id, reaction: 'seen' }) },
  'create_pad.hub': { kind: 'hub', args: (hub) => ({ hub, title: 'Walked', text: 'Walked by.' }) },
  'edit_pad.pad_id': {
    kind: 'pad',
    args: (pad_id) => ({ pad_id, base_version: 1, text: 'Walked by.', dry_run: true }),
  },
  'edit_pad.edits[].block': {
    kind: 'section',
    args: (block, { pad }) => ({ pad_id: pad, edits: [{ block, rev: 1, text: 'Walked by.' }], dry_run: true }),
  },
  'edit_pad.section_id': {
    kind: 'section',
    args: (section_id, { pad }) => ({ pad_id: pad, base_version: 1, section_id, text: 'Walked by.', dry_run: true }),
  },
  'edit_pad.decision.thread_id': {
    kind: 'thread',
    args: (thread_id, home) => decision(home, { thread_id }),
    readable: false,
  },
  'edit_pad.decision.post_id': {
    kind: 'post',
    args: (post_id, home) => decision(home, { thread_id: home.thread, post_id }),
    readable: false,
  },
  'edit_pad.decision.section_id': { kind: 'section', args: (section_id, home) => decision(home, { section_id }) },
  'edit_pad.decision.supersedes': {
    kind: 'decision',
    args: (supersedes, home) => decision(home, { supersedes }),
    readable: false,
  },
  'edit_pad.resolves_thread': {
    kind: 'thread',
    args: (resolves_thread, { post }) => ({ resolves_thread, answer_id: post }),
  },
  'edit_pad.answer_id': {
    kind: 'post',
    args: (answer_id, { thread }) => ({ resolves_thread: thread, answer_id }),
    readable: false,
  },
  'edit_pad.review.edit_id': {
    kind: 'edit',
    args: (edit_id) => ({ review: { edit_id, outcome: 'withdraw' } }),
    readable: /^suggestion/,
  },
  'edit_pad.review.decision_id': {
    kind: 'decision',
    args: (decision_id) => ({ review: { decision_id, outcome: 'withdraw' } }),
  },
  'edit_pad.task_id': {
    kind: 'task',
    args: (task_id, { pad }) => ({ pad_id: pad, base_version: 1, text: 'Walked by.', task_id }),
    readable: false,
  },
  'undo_edit.edit_id': { kind: 'edit', args: (edit_id) => ({ edit_id }) },
  'undo_edit.post_id': { kind: 'post', args: (post_id) => ({ post_id }), readable: false },
  'verify.edit_id': {
    kind: 'edit',
    args: (edit_id) => ({ edit_id, note: 'Looked into what it says.' }),
    readable: false,
  },
  'verify.pad_id': {
    kind: 'pad',
    args: (pad_id) => ({ pad_id, sections: ['0badf00d'], note: 'Looked into what it says.' }),
    readable: false,
  },
  'verify.sections[]': {
    kind: 'section',
    args: (section, { pad }) => ({ pad_id: pad, sections: [section], note: 'Looked into what it says.' }),
  },
  'create_task.thread_id': { kind: 'thread', args: (thread_id) => ({ thread_id, title: 'Walked' }) },
  'create_task.assignee': {
    kind: 'participant',
    args: (assignee, { thread }) => ({ thread_id: thread, title: 'Walked', assignee }),
    apart: 'who cannot read the thread is told as missing: a test of its own below',
  },
  'create_task.reviewer': {
    kind: 'participant',
    args: (reviewer, { thread }) => ({ thread_id: thread, title: 'Walked', reviewer }),
    apart: 'who cannot read the thread is told as missing: a test of its own below',
  },
  'create_task.pad_id': {
    kind: 'pad',
    args: (pad_id, { thread }) => ({ thread_id: thread, title: 'Walked', pad_id }),
    readable: false,
  },
  'create_task.section_id': {
    kind: 'section',
    args: (section_id, { thread, pad }) => ({ thread_id: thread, title: 'Walked', pad_id: pad, section_id }),
  },
  'create_task.from_post': {
    kind: 'post',
    args: (from_post, { thread }) => ({ thread_id: thread, title: 'Walked', from_post }),
    readable: false,
  },
  'create_task.from_posts[]': {
    kind: 'post',
    args: (from_post, { thread }) => ({ thread_id: thread, title: 'Walked', from_posts: [from_post] }),
    readable: false,
  },
  'submit_result.task_id': { kind: 'task', args: (task_id) => ({ task_id, link: 'https://walk.example/' }) },
  'submit_result.pad_id': { kind: 'pad', args: (pad_id, { task }) => ({ task_id: task, pad_id }), readable: false },
  'submit_result.edit_id': {
    kind: 'edit',
    args: (edit_id, { task, pad }) => ({ task_id: task, pad_id: pad, edit_id }),
    readable: false,
  },
  'update_task.task_id': { kind: 'task', args: (task_id) => ({ task_id, action: 'start' }) },
  'report.post_id': { kind: 'post', args: (post_id) => ({ post_id, reason: 'other' }), readable: false },
  'report.thread_id': { kind: 'thread', args: (thread_id) => ({ thread_id, reason: 'other' }), readable: false },
  'report.pad_id': { kind: 'pad', args: (pad_id) => ({ pad_id, reason: 'other' }), readable: false },
  'report.task_id': { kind: 'task', args: (task_id) => ({ task_id, reason: 'other' }), readable: false },
  'report.participant': {
    kind: 'participant',
    args: (participant) => ({ participant, reason: 'other' }),
    apart: 'participants are known by handle',
  },
  'start_dm.to': {
    kind: 'participant',
    args: (to) => ({ to, body: 'Walked by.' }),
    apart: 'participants are known by handle',
  },
  'list_dms.dm_id': { kind: 'dm', args: (dm_id) => ({ dm_id }) },
  'respond_to_dm.dm_id': { kind: 'dm', args: (dm_id) => ({ dm_id, action: 'unblock' }) },
  'show_svc.leases[]': {
    kind: 'participant',
    args: (lease) => ({ leases: [lease] }),
    apart: 'a lease is of one’s own inbox: show_svc.test.ts tries another’s',
  },
  'mint_subagent.threads[]': { kind: 'thread', args: (id) => ({ name: 'Sub', threads: [id] }) },
  'mint_subagent.pads[]': { kind: 'pad', args: (id) => ({ name: 'Sub', pads: [id] }) },
}

/** Tools that name nothing of a hub. */
export const nameNothing = ['create_hub', 'link', 'rotate_key', 'set_handle'] as const
