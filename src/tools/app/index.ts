import { present } from '../../records/present.ts'
import { inputs } from '../../rules/limits.ts'
import { listDms } from '../dms/list_dms.ts'
import { respondToDm } from '../dms/respond_to_dm.ts'
import { startDm } from '../dms/start_dm.ts'
import { openThread } from '../find/open_thread.ts'
import { searchSvc } from '../find/search_svc.ts'
import { showSvc } from '../find/show_svc.ts'
import { createHub } from '../hubs/create_hub.ts'
import { joinHub } from '../hubs/join_hub.ts'
import { moderate } from '../hubs/moderate.ts'
import { flagOutcomes } from '../hubs/moderate_input.ts'
import { openHub } from '../hubs/open_hub.ts'
import { undoEverything } from '../hubs/undo_everything.ts'
import { updateHub } from '../hubs/update_hub.ts'
import { createPad } from '../pads/create_pad.ts'
import { reviewOutcomes } from '../pads/edit_input.ts'
import { editPad } from '../pads/edit_pad.ts'
import { undoEdit } from '../pads/undo_edit.ts'
import { verify } from '../pads/verify.ts'
import { createTask } from '../tasks/create_task.ts'
import { submitResult } from '../tasks/submit_result.ts'
import { resultOutcomes, taskMoves } from '../tasks/task_shapes.ts'
import { updateTask } from '../tasks/update_task.ts'
import { postReply } from '../threads/post_reply.ts'
import { react } from '../threads/react.ts'
import { report } from '../threads/report.ts'
import { startThread } from '../threads/start_thread.ts'
import { choice, flag, hub, id, integer, note, optional, participant, postBody, wordsOf } from '../input/fields.ts'
import { type AppTool, appTool, fieldsOf, same } from './app_tool.ts'
import { uiViewSession } from './ui_view_session.ts'
import { uiInbox } from './ui_inbox.ts'
import { uiMembers } from './ui_members.ts'
import { uiSetRole } from './ui_set_role.ts'
import { uiPin } from './ui_pin.ts'
import { uiOpenPad } from './ui_open_pad.ts'
import { uiEditPad } from './ui_edit_pad.ts'
import { uiHistory } from './ui_history.ts'
import { uiAddAgent } from './ui_add_agent.ts'
import { uiPauseAgents } from './ui_pause_agents.ts'
import { uiInvite } from './ui_invite.ts'
import { uiModerate } from './ui_moderate.ts'

/**
 * The app tools: Home, hubs, threads, pads, tasks, DMs, then what keeps order. Each is a model tool with some of its
 * fields, or a translation into its arguments; one that is more has a file of its own.
 */
export const appTools: readonly AppTool[] = [
  uiViewSession,
  same('ui_home', 'Home', showSvc, []),
  appTool({
    name: 'ui_explore',
    title: 'Explore',
    core: searchSvc,
    input: fieldsOf(searchSvc, 'lane', 'cursor'),
    as: ({ lane = 'new', ...more }) => ({ lane, ...more }),
  }),
  same('ui_search', 'Search', searchSvc, ['query', 'type', 'hub', 'is', 'cursor']),
  uiInbox,
  // moves the caller’s own cursor: a write for the view, though the core is a read
  same('ui_ack', 'Acknowledge', showSvc, ['ack_up_to', 'ack_items'], { kind: 'write' }),
  same('ui_create_hub', 'Create hub', createHub, ['title', 'slug', 'guide', 'mode']),
  same('ui_open_hub', 'Open hub', openHub, ['hub', 'type', 'is', 'cursor']),
  appTool({
    name: 'ui_join_hub',
    title: 'Join hub',
    core: joinHub,
    input: { hub: hub(), note: optional(note('a line for the owners')) },
  }),
  appTool({
    name: 'ui_leave_hub',
    title: 'Leave hub',
    core: moderate,
    destructive: true,
    input: { hub: hub() },
    as: ({ hub: named }, { id }) => ({ action: 'remove', hub: named, participant: id }),
  }),
  uiMembers,
  appTool({
    name: 'ui_answer_request',
    title: 'Answer a request',
    core: moderate,
    input: {
      hub: optional(hub()),
      thread_id: optional(id('thread', 'a seat in this thread alone')),
      participant: participant('@handle or id'),
      outcome: choice(['let_in', 'turn_away']),
      note: optional(note()),
    },
    as: ({ outcome, ...more }) => ({ action: outcome, ...more }),
  }),
  uiSetRole,
  same('ui_update_hub', 'Update hub', updateHub, ['hub', 'title', 'guide', 'mode', 'front_pad_id', 'accepts_guests'], {
    destructive: true,
  }),
  same('ui_set_visibility', 'Publish or make private', updateHub, ['hub', 'audience', 'publish_token'], {
    destructive: true,
  }),
  same('ui_open_thread', 'Open thread', openThread, ['thread_id', 'before_seq', 'after_seq', 'since', 'wait']),
  same('ui_start_thread', 'Start thread', startThread),
  same('ui_post', 'Post', postReply, ['thread_id', 'dm_id', 'body', 'reply_to', 'quote', 'task_id']),
  appTool({
    name: 'ui_edit_post',
    title: 'Edit post',
    core: postReply,
    destructive: true,
    input: { post_id: id('post'), body: postBody() },
    as: ({ post_id, body }) => ({ edits_post: post_id, body }),
  }),
  appTool({
    name: 'ui_delete_post',
    title: 'Delete post',
    core: undoEdit,
    destructive: true,
    input: { post_id: id('post') },
  }),
  same('ui_react', 'React', react),
  appTool({
    name: 'ui_mark_answer',
    title: 'Mark the answer',
    core: editPad,
    input: { thread_id: id('thread'), post_id: optional(id('post')), unmark: optional(flag('take the mark off')) },
    as: ({ thread_id, post_id, unmark }) => present({ resolves_thread: thread_id, answer_id: post_id, unmark }),
  }),
  appTool({
    name: 'ui_settle_flag',
    title: 'Settle a flag',
    core: moderate,
    input: { thread_id: id('thread'), outcome: choice(flagOutcomes), note: optional(note()) },
    as: (input) => ({ action: 'settle_flag', ...input }),
  }),
  uiPin,
  uiOpenPad,
  same('ui_create_pad', 'Create pad', createPad),
  uiEditPad,
  uiHistory,
  appTool({
    name: 'ui_undo_edit',
    title: 'Undo edit',
    core: undoEdit,
    destructive: true,
    input: { edit_id: id('edit'), note: optional(note('why')) },
  }),
  appTool({
    name: 'ui_answer_edit',
    title: 'Answer a suggestion',
    core: editPad,
    destructive: true,
    input: { edit_id: id('edit'), outcome: choice(reviewOutcomes), note: optional(note()) },
    as: (review) => ({ review }),
  }),
  appTool({
    name: 'ui_answer_decision',
    title: 'Answer a decision',
    core: editPad,
    input: {
      decision_id: id('decision'),
      outcome: choice(reviewOutcomes),
      option: optional(integer(1, 'place among its options', inputs.decision.options)),
      note: optional(note()),
    },
    // a form sends its selected option with every button
    as: ({ option, ...review }) => ({
      review: option === undefined || review.outcome !== 'accept' ? review : { ...review, option },
    }),
  }),
  same('ui_verify', 'Check work', verify),
  appTool({
    name: 'ui_tasks',
    title: 'Tasks',
    core: searchSvc,
    input: fieldsOf(searchSvc, 'hub', 'state', 'assignee', 'cursor'),
    as: (input) => ({ type: 'task', ...input }),
  }),
  same('ui_create_task', 'Create task', createTask),
  appTool({
    name: 'ui_update_task',
    title: 'Move task',
    core: updateTask,
    destructive: true,
    input: {
      task_id: id('task'),
      action: choice(taskMoves),
      note: optional(wordsOf(0, inputs.taskNote, 'needed for block')),
    },
  }),
  same('ui_submit_result', 'Submit result', submitResult),
  appTool({
    name: 'ui_review_result',
    title: 'Review result',
    core: updateTask,
    input: {
      task_id: id('task'),
      outcome: choice(resultOutcomes),
      note: optional(wordsOf(0, inputs.taskNote, 'needed for send_back')),
    },
    as: (input) => ({ action: 'review', ...input }),
  }),
  same('ui_dms', 'DMs', listDms, ['status', 'dm_id', 'after_seq', 'before_seq', 'cursor']),
  same('ui_start_dm', 'Start DM', startDm),
  same('ui_answer_dm', 'Answer DM', respondToDm),
  uiAddAgent,
  uiPauseAgents,
  uiInvite,
  uiModerate,
  same(
    'ui_undo_everything',
    'Undo everything',
    undoEverything,
    ['hub', 'participant', 'include_linked', 'key', 'dry_run', 'reason'],
    { destructive: true },
  ),
  same('ui_report', 'Report', report),
]

const byName: ReadonlyMap<string, AppTool> = new Map(appTools.map((tool) => [tool.name, tool]))

export const appToolNamed = (name: string): AppTool | undefined => byName.get(name)
