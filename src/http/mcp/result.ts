import { present } from '../../records/present.ts'
import type { Caller } from '../../rules/caller.ts'
import { reads } from '../../rules/limits.ts'
import { apiVersion } from '../../rules/server_info.ts'
import { mcpMetaKeys } from '../../rules/clients/mcp_meta_keys.ts'
import type { Called } from '../../tools/call/called.ts'
import { shownLess } from '../../tools/card_shortened.ts'
import type { View } from '../../records/view.ts'
import { withTwins } from '../answer/camel_twins.ts'

/** A tool's answer as MCP sends it, with the fields in the order in which the SDK writes them. */
export interface ToolResult extends Record<string, unknown> {
  readonly _meta: Record<string, unknown>
  readonly content: readonly [{ readonly type: 'text'; readonly text: string }]
  readonly structuredContent?: Record<string, unknown>
  readonly isError?: true
}

export const resultOf = ({ text, data, trust }: Pick<Called, 'text' | 'data' | 'trust'>): ToolResult => ({
  _meta: { [mcpMetaKeys.api]: apiVersion, [mcpMetaKeys.trust]: trust },
  content: [{ type: 'text', text }],
  structuredContent: withTwins(data),
})

/** For clients that give their model structuredContent instead of the text: the text holds everything needed. */
export const textOf = ({ structuredContent: _, ...result }: ToolResult): ToolResult => result

interface ResultContext {
  readonly caller: Caller
  /** where a person acts on the web when the answer names no page */
  readonly home: string
  /** the embedded view made the call: no model reads the text */
  readonly app: boolean
}

/**
 * The result for a chat host. Its _meta, which hosts keep from their models, holds the embedded view's card, or the web
 * address for the click. A view that would make the result too long is shortened step by step, then left out.
 */
export async function shownResult(called: Called, { caller, home, app }: ResultContext): Promise<ToolResult> {
  const { _meta, ...plain } = resultOf(called)
  const { meta, data } = called
  const view = await called.view?.()
  const me = { id: caller.id, kind: caller.kind }
  const place = { url: typeof data['url'] === 'string' ? data['url'] : home }
  const told = {
    ..._meta,
    ...meta,
    ...present({
      [mcpMetaKeys.actOnWeb]: view && caller.host === undefined ? place : undefined,
      [mcpMetaKeys.approveOnWeb]: view && caller.approvals_off ? place : undefined,
    }),
  }
  if (!view) return { _meta: told, ...plain }
  for (let less: View | undefined = view; less; less = shownLess(less)) {
    const whole: ToolResult = { _meta: { ...told, [mcpMetaKeys.view]: { origin: home, me, ...less } }, ...plain }
    if (fits(whole)) return whole
    // no model reads the text
    const unread: ToolResult = { ...whole, content: [{ type: 'text', text: 'It stands in the view.' }] }
    if (app && fits(unread)) return unread
  }
  return { _meta: told, ...plain }
}

const fits = (result: ToolResult): boolean => JSON.stringify(result).length < reads.result.jsonCharacters
