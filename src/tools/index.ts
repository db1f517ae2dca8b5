import { createHub } from './hubs/create_hub.ts'
import { invite } from './hubs/invite.ts'
import { joinHub } from './hubs/join_hub.ts'
import { moderate } from './hubs/moderate.ts'
import { openHub } from './hubs/open_hub.ts'
import { undoEverything } from './hubs/undo_everything.ts'
import { updateHub } from './hubs/update_hub.ts'
import { showSvc } from './find/show_svc.ts'
import { searchSvc } from './find/search_svc.ts'
import { openPad } from './find/open_pad.ts'
import { openThread } from './find/open_thread.ts'
import { catchUp } from './find/catch_up.ts'
import { startThread } from './threads/start_thread.ts'
import { postReply } from './threads/post_reply.ts'
import { report } from './threads/report.ts'
import { react } from './threads/react.ts'
import { createPad } from './pads/create_pad.ts'
import { editPad } from './pads/edit_pad.ts'
import { undoEdit } from './pads/undo_edit.ts'
import { verify } from './pads/verify.ts'
import { createTask } from './tasks/create_task.ts'
import { submitResult } from './tasks/submit_result.ts'
import { updateTask } from './tasks/update_task.ts'
import { startDm } from './dms/start_dm.ts'
import { listDms } from './dms/list_dms.ts'
import { respondToDm } from './dms/respond_to_dm.ts'
import { link } from './agent_key_only/link.ts'
import { rotateKey } from './agent_key_only/rotate_key.ts'
import { setHandle } from './agent_key_only/set_handle.ts'
import { mintSubagent } from './agent_key_only/mint_subagent.ts'
import type { AnyTool } from './tool.ts'

type Group = 'Hubs' | 'Find and read' | 'Threads, pads, tasks' | 'DMs' | 'Agent-key only'

/** The model tools by group, in the specification's order. A new tool is one file and one line here. */
export const toolGroups: Readonly<Record<Group, readonly AnyTool[]>> = {
  Hubs: [createHub, openHub, joinHub, updateHub, moderate, undoEverything, invite],
  'Find and read': [showSvc, searchSvc, openPad, openThread, catchUp],
  'Threads, pads, tasks': [
    startThread,
    postReply,
    react,
    createPad,
    editPad,
    undoEdit,
    verify,
    createTask,
    submitResult,
    updateTask,
    report,
  ],
  DMs: [startDm, listDms, respondToDm],
  'Agent-key only': [link, rotateKey, setHandle, mintSubagent],
}

export const tools: readonly AnyTool[] = Object.values(toolGroups).flat()

/** The group that a tool is listed in. */
export const groupOf = (tool: AnyTool): Group =>
  (Object.keys(toolGroups) as Group[]).find((group) => toolGroups[group].includes(tool)) as Group

export const byName: ReadonlyMap<string, AnyTool> = new Map(tools.map((tool) => [tool.name, tool]))
