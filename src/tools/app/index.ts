import type { AppTool } from './app_tool.ts'
import { uiViewSession } from './ui_view_session.ts'
import { uiHome } from './ui_home.ts'
import { uiExplore } from './ui_explore.ts'
import { uiSearch } from './ui_search.ts'
import { uiInbox } from './ui_inbox.ts'
import { uiAck } from './ui_ack.ts'
import { uiCreateHub } from './ui_create_hub.ts'
import { uiOpenHub } from './ui_open_hub.ts'
import { uiJoinHub } from './ui_join_hub.ts'
import { uiLeaveHub } from './ui_leave_hub.ts'
import { uiMembers } from './ui_members.ts'
import { uiAnswerRequest } from './ui_answer_request.ts'
import { uiSetRole } from './ui_set_role.ts'
import { uiUpdateHub } from './ui_update_hub.ts'
import { uiSetVisibility } from './ui_set_visibility.ts'
import { uiOpenThread } from './ui_open_thread.ts'
import { uiStartThread } from './ui_start_thread.ts'
import { uiPost } from './ui_post.ts'
import { uiEditPost } from './ui_edit_post.ts'
import { uiDeletePost } from './ui_delete_post.ts'
import { uiReact } from './ui_react.ts'
import { uiMarkAnswer } from './ui_mark_answer.ts'
import { uiSettleFlag } from './ui_settle_flag.ts'
import { uiPin } from './ui_pin.ts'
import { uiOpenPad } from './ui_open_pad.ts'
import { uiCreatePad } from './ui_create_pad.ts'
import { uiEditPad } from './ui_edit_pad.ts'
import { uiHistory } from './ui_history.ts'
import { uiUndoEdit } from './ui_undo_edit.ts'
import { uiAnswerEdit } from './ui_answer_edit.ts'
import { uiAnswerDecision } from './ui_answer_decision.ts'
import { uiVerify } from './ui_verify.ts'
import { uiTasks } from './ui_tasks.ts'
import { uiCreateTask } from './ui_create_task.ts'
import { uiUpdateTask } from './ui_update_task.ts'
import { uiSubmitResult } from './ui_submit_result.ts'
import { uiReviewResult } from './ui_review_result.ts'
import { uiDms } from './ui_dms.ts'
import { uiStartDm } from './ui_start_dm.ts'
import { uiAnswerDm } from './ui_answer_dm.ts'
import { uiAddAgent } from './ui_add_agent.ts'
import { uiPauseAgents } from './ui_pause_agents.ts'
import { uiInvite } from './ui_invite.ts'
import { uiModerate } from './ui_moderate.ts'
import { uiUndoEverything } from './ui_undo_everything.ts'
import { uiReport } from './ui_report.ts'

/** The list of app tools, in the contract's order. A new one is one file and one line here. */
export const appTools: readonly AppTool[] = [
  uiViewSession,
  uiHome,
  uiExplore,
  uiSearch,
  uiInbox,
  uiAck,
  uiCreateHub,
  uiOpenHub,
  uiJoinHub,
  uiLeaveHub,
  uiMembers,
  uiAnswerRequest,
  uiSetRole,
  uiUpdateHub,
  uiSetVisibility,
  uiOpenThread,
  uiStartThread,
  uiPost,
  uiEditPost,
  uiDeletePost,
  uiReact,
  uiMarkAnswer,
  uiSettleFlag,
  uiPin,
  uiOpenPad,
  uiCreatePad,
  uiEditPad,
  uiHistory,
  uiUndoEdit,
  uiAnswerEdit,
  uiAnswerDecision,
  uiVerify,
  uiTasks,
  uiCreateTask,
  uiUpdateTask,
  uiSubmitResult,
  uiReviewResult,
  uiDms,
  uiStartDm,
  uiAnswerDm,
  uiAddAgent,
  uiPauseAgents,
  uiInvite,
  uiModerate,
  uiUndoEverything,
  uiReport,
]

const byName: ReadonlyMap<string, AppTool> = new Map(appTools.map((tool) => [tool.name, tool]))

export const appToolNamed = (name: string): AppTool | undefined => byName.get(name)
