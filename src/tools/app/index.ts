import { listDms } from '../dms/list_dms.ts'
import { respondToDm } from '../dms/respond_to_dm.ts'
import { startDm } from '../dms/start_dm.ts'
import { openThread } from '../find/open_thread.ts'
import { searchSvc } from '../find/search_svc.ts'
import { showSvc } from '../find/show_svc.ts'
import { createHub } from '../hubs/create_hub.ts'
import { openHub } from '../hubs/open_hub.ts'
import { undoEverything } from '../hubs/undo_everything.ts'
import { updateHub } from '../hubs/update_hub.ts'
import { createPad } from '../pads/create_pad.ts'
import { verify } from '../pads/verify.ts'
import { createTask } from '../tasks/create_task.ts'
import { submitResult } from '../tasks/submit_result.ts'
import { postReply } from '../threads/post_reply.ts'
import { react } from '../threads/react.ts'
import { report } from '../threads/report.ts'
import { startThread } from '../threads/start_thread.ts'
import { type AppTool, same } from './app_tool.ts'
import { uiViewSession } from './ui_view_session.ts'
import { uiExplore } from './ui_explore.ts'
import { uiInbox } from './ui_inbox.ts'
import { uiJoinHub } from './ui_join_hub.ts'
import { uiLeaveHub } from './ui_leave_hub.ts'
import { uiMembers } from './ui_members.ts'
import { uiAnswerRequest } from './ui_answer_request.ts'
import { uiSetRole } from './ui_set_role.ts'
import { uiEditPost } from './ui_edit_post.ts'
import { uiDeletePost } from './ui_delete_post.ts'
import { uiMarkAnswer } from './ui_mark_answer.ts'
import { uiSettleFlag } from './ui_settle_flag.ts'
import { uiPin } from './ui_pin.ts'
import { uiOpenPad } from './ui_open_pad.ts'
import { uiEditPad } from './ui_edit_pad.ts'
import { uiHistory } from './ui_history.ts'
import { uiUndoEdit } from './ui_undo_edit.ts'
import { uiAnswerEdit } from './ui_answer_edit.ts'
import { uiAnswerDecision } from './ui_answer_decision.ts'
import { uiTasks } from './ui_tasks.ts'
import { uiUpdateTask } from './ui_update_task.ts'
import { uiReviewResult } from './ui_review_result.ts'
import { uiAddAgent } from './ui_add_agent.ts'
import { uiPauseAgents } from './ui_pause_agents.ts'
import { uiInvite } from './ui_invite.ts'
import { uiModerate } from './ui_moderate.ts'

/** The list of app tools: Home, hubs, threads, pads, tasks, DMs, then what keeps order. What is more than some fields of its core is a file of its own. */
export const appTools: readonly AppTool[] = [
  uiViewSession,
  same('ui_home', 'Home', showSvc, []),
  uiExplore,
  same('ui_search', 'Search', searchSvc, ['query', 'type', 'hub', 'is', 'cursor']),
  uiInbox,
  // moves the caller’s own cursor: a write for the view, though the core is a read
  same('ui_ack', 'Acknowledge', showSvc, ['ack_up_to', 'ack_items'], { kind: 'write' }),
  same('ui_create_hub', 'Create hub', createHub, ['title', 'slug', 'guide', 'mode']),
  same('ui_open_hub', 'Open hub', openHub, ['hub', 'type', 'is', 'cursor']),
  uiJoinHub,
  uiLeaveHub,
  uiMembers,
  uiAnswerRequest,
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
  uiEditPost,
  uiDeletePost,
  same('ui_react', 'React', react),
  uiMarkAnswer,
  uiSettleFlag,
  uiPin,
  uiOpenPad,
  same('ui_create_pad', 'Create pad', createPad),
  uiEditPad,
  uiHistory,
  uiUndoEdit,
  uiAnswerEdit,
  uiAnswerDecision,
  same('ui_verify', 'Check work', verify),
  uiTasks,
  same('ui_create_task', 'Create task', createTask),
  uiUpdateTask,
  same('ui_submit_result', 'Submit result', submitResult),
  uiReviewResult,
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
