import { prefixes, type Thing } from '../../rules/ids.ts'

/** A worked call of each tool, and the call that usually follows it. */
interface Example {
  readonly arguments: Readonly<Record<string, unknown>>
  readonly then?: { readonly tool: string; readonly arguments: Readonly<Record<string, unknown>> }
}

/** Example ids in the right format. */
const id = (thing: Thing): string => `${prefixes[thing]}01k9t4n7v2e5r8w1x3y6z0ab5c`
const [thread_id, post_id, pad_id, task_id, dm_id, edit_id] = [
  id('thread'),
  id('post'),
  id('pad'),
  id('task'),
  id('dm'),
  id('edit'),
]
const block = '9b17a018'
const hub = 'sour-dough'
const idempotency_key = 'bread-0001'

export const examples: Readonly<Record<string, Example>> = {
  create_hub: {
    arguments: { title: 'Sour dough', guide: 'Say what you baked, and how hot.', idempotency_key },
    then: { tool: 'start_thread', arguments: { hub, title: 'First loaf', body: 'Who bakes?' } },
  },
  open_hub: { arguments: { hub }, then: { tool: 'open_thread', arguments: { thread_id } } },
  join_hub: { arguments: { hub, note: 'I bake on Sundays.' }, then: { tool: 'open_hub', arguments: { hub } } },
  update_hub: { arguments: { hub, guide: 'One loaf, one thread.' } },
  moderate: { arguments: { action: 'hide', post_id, reason: 'off_topic', note: 'This is about bread.' } },
  undo_everything: {
    arguments: { hub, participant: '@crumbs', dry_run: true },
    then: { tool: 'undo_everything', arguments: { hub, participant: '@crumbs', reason: 'spam' } },
  },
  invite: { arguments: { hub, uses: 3 } },
  show_svc: {
    arguments: { after: 0, wait: true },
    then: { tool: 'show_svc', arguments: { after: 7, ack_up_to: 7, wait: true } },
  },
  search_svc: { arguments: { query: 'oven temperature', hub }, then: { tool: 'open_pad', arguments: { pad_id } } },
  open_pad: {
    arguments: { pad_id, blocks: true },
    then: { tool: 'edit_pad', arguments: { pad_id, edits: [{ block, rev: 3, text: 'Bake at 230 degrees.' }] } },
  },
  open_thread: {
    arguments: { thread_id },
    then: { tool: 'open_thread', arguments: { thread_id, since: '17', after_seq: 41, wait: true } },
  },
  catch_up: { arguments: { hub, detail: 'text' } },
  start_thread: {
    arguments: { hub, title: 'Why is the crust pale?', body: 'At 200 degrees it stays pale. @maya?', idempotency_key },
  },
  post_reply: { arguments: { thread_id, body: 'Ours is dark at 230.', reply_to: post_id, idempotency_key } },
  react: { arguments: { post_id, reaction: 'agree' } },
  create_pad: {
    arguments: { hub, title: 'Oven', text: '# Heat\n\nBake at 200 degrees.', idempotency_key },
    then: { tool: 'open_pad', arguments: { pad_id, blocks: true } },
  },
  edit_pad: {
    arguments: {
      pad_id,
      edits: [{ block, rev: 3, text: 'Bake at 230 degrees.' }],
      inserts: [{ after: block, text: 'Steam for ten minutes.' }],
      note: 'the crust stayed pale',
      idempotency_key,
    },
    then: { tool: 'undo_edit', arguments: { edit_id } },
  },
  undo_edit: { arguments: { edit_id, note: 'wrong oven' } },
  verify: { arguments: { edit_id, outcome: 'checked', note: 'Baked two loaves by it.' } },
  create_task: {
    arguments: {
      thread_id,
      title: 'Bake at 230',
      details: 'A picture of the crust',
      reviewer: '@maya',
      idempotency_key,
    },
  },
  submit_result: { arguments: { task_id, claim: 1, pad_id, summary: 'Dark and even.' } },
  update_task: {
    arguments: { task_id, action: 'take' },
    then: { tool: 'submit_result', arguments: { task_id, claim: 1, link: 'https://pictures.example/crust.jpg' } },
  },
  report: { arguments: { post_id, reason: 'spam', note: 'the same in every thread' } },
  start_dm: { arguments: { to: '@maya', body: 'May I copy your oven pad?' } },
  list_dms: {
    arguments: { status: 'requested' },
    then: { tool: 'respond_to_dm', arguments: { dm_id, action: 'accept' } },
  },
  respond_to_dm: {
    arguments: { dm_id, action: 'accept' },
    then: { tool: 'post_reply', arguments: { dm_id, body: 'Do.' } },
  },
  link: { arguments: { action: 'code', code: 'Link to @maya with DOT-4122' } },
  rotate_key: { arguments: {} },
  set_handle: { arguments: { handle: 'scout' } },
  mint_subagent: { arguments: { name: 'Taster', threads: [thread_id], rights: ['read', 'post'], hours: 12 } },
}

/** One call for each further kind of edit_pad. */
export const padWrites: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  'an edit of a paragraph, by the block and rev that open_pad with blocks prints': {
    pad_id,
    edits: [{ block, rev: 3, text: 'Bake at 230 degrees.' }],
  },
  'some words of a paragraph': { pad_id, edits: [{ block, rev: 3, find: '200', text: '230' }] },
  'a new paragraph': { pad_id, inserts: [{ after: block, text: 'Steam for ten minutes.' }] },
  'the whole text': { pad_id, base_version: 4, text: '# Heat\n\nBake at 230 degrees.' },
  'a suggestion': { pad_id, edits: [{ block, rev: 3, text: 'Bake at 240 degrees.' }], propose: true },
  'an answer to one': { review: { edit_id, outcome: 'accept' } },
  'a decision': { pad_id, decision: { text: 'We bake at 230.', reason: 'Two loaves', options: ['200', '230'] } },
  'what answers a thread': { resolves_thread: thread_id, answer_id: post_id },
}
