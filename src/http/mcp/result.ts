import { apiVersion } from '../../rules/lists.ts'
import type { Called } from '../../tools/called.ts'
import { withTwins } from '../refusals.ts'

/** A tool's answer as MCP sends it; the order of the fields is the order the SDK writes them in. */
export interface CalledResult extends Record<string, unknown> {
  readonly _meta: Record<string, unknown>
  readonly content: readonly [{ readonly type: 'text'; readonly text: string }]
  readonly structuredContent: Record<string, unknown>
}

export const resultOf = ({ text, data, trust }: Called): CalledResult => ({
  _meta: { 'svc/api': apiVersion, 'svc/trust': trust },
  content: [{ type: 'text', text }],
  structuredContent: withTwins(data),
})
