import { Type, type TObject, type TProperties } from 'typebox'
import { type Sender, inAnyCall } from '../input/in_any_call.ts'
import { alwaysListed, inAnyAnswer } from '../output/in_any_answer.ts'
import type { AnyTool } from '../tool.ts'
import { leanOutput } from './leaner.ts'

/**
 * The schemas of a tool, from its own fields. tools/list, GET /api/v1/tools, /openapi.json and the check of every call have
 * them from here, so that none describes what another does not do.
 */

/** The inputs a tool takes from this sender: its own, then the common ones that apply to it. */
export const inputSchema = (tool: AnyTool, sender: Sender): TObject =>
  Type.Object({ ...(tool.input as TProperties), ...inAnyCall(tool, sender) })

/** All that `data` may hold. */
export const outputFields = (tool: AnyTool): object => ({ ...inAnyAnswer, ...(tool.output as object) })

const errorShape = { required: ['error'], properties: { error: { type: 'string' }, message: { type: 'string' } } }

const told = Object.fromEntries(alwaysListed.map((name) => [name, { type: inAnyAnswer[name].type }]))

/** Clients validate structuredContent by this schema even when a call was refused. */
export function outputSchema(tool: AnyTool): object {
  const { properties } = leanOutput(Type.Object(tool.output as TProperties)) as { properties: object }
  return { type: 'object', anyOf: [{ properties: { ...properties, ...told } }, errorShape] }
}

/** The output of the view's tools: the view comes from this server and knows their fields. */
export const outputOfTheView = { type: 'object', anyOf: [{ properties: told }, errorShape] }
