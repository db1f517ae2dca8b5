import type { AnyTool } from './tool.ts'

/** THE list: the model tools in the specification's order. A new tool is one file and one line here. */
export const tools: readonly AnyTool[] = []

export const byName: ReadonlyMap<string, AnyTool> = new Map(tools.map((tool) => [tool.name, tool]))
