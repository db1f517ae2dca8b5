import { createHub } from './hubs/create_hub.ts'
import { joinHub } from './hubs/join_hub.ts'
import { openHub } from './hubs/open_hub.ts'
import { updateHub } from './hubs/update_hub.ts'
import { showSvc } from './find/show_svc.ts'
import type { AnyTool } from './tool.ts'

/** THE list: the model tools in the specification's order. A new tool is one file and one line here. */
export const tools: readonly AnyTool[] = [
  // Hubs
  createHub,
  openHub,
  joinHub,
  updateHub,
  // Find and read
  showSvc,
  // Threads, pads, tasks
  // DMs
  // Agent-key only
]

export const byName: ReadonlyMap<string, AnyTool> = new Map(tools.map((tool) => [tool.name, tool]))
