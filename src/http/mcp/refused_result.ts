import { present } from '../../records/present.ts'
import type { Caller } from '../../rules/caller.ts'
import type { Refusal } from '../../rules/errors.ts'
import { apiVersion } from '../../rules/server_info.ts'
import { mcpMetaKeys } from '../../rules/clients/mcp_meta_keys.ts'
import { factsLine } from '../../render/tool_text/data_line.ts'
import { lines, md, printed, ref, safe } from '../../render/markdown/md.ts'
import type { Trust } from '../../tools/tool.ts'
import { errorBody, messageOf } from '../answer/error_body.ts'
import type { ToolResult } from './result.ts'

/** The message with its code and details, because some clients drop the fields of an error and keep the text. */
function saidWhole(refusal: Refusal): string {
  const { code, reason, details } = refusal
  const message = safe(messageOf(refusal))
  const { current: _, postscript: __, ...told } = details
  const kind = ref(`${code}/${reason}`)
  const facts = factsLine(told, message)
  return printed(lines([message, facts === undefined ? kind : md`${kind} · ${facts}`]))
}

type Connected = Partial<Pick<Caller, 'connection' | 'host' | 'approvals_off'>>

/** A refusal as a tool's result, never a JSON-RPC error. The caller's connection decides where a view lets the person act. */
export function refusedResult(refusal: Refusal, caller: Connected): ToolResult {
  const { act_url } = refusal.details
  const place = act_url === undefined || caller.connection !== 'oauth' ? undefined : { url: act_url }
  const trust: Trust | undefined =
    refusal.details['current'] === undefined ? undefined : { integrity: 'untrusted', confidentiality: 'private' }
  return {
    _meta: present({
      [mcpMetaKeys.api]: apiVersion,
      [mcpMetaKeys.trust]: trust,
      [mcpMetaKeys.actOnWeb]: caller.host === undefined ? place : undefined,
      [mcpMetaKeys.approveOnWeb]: caller.approvals_off ? place : undefined,
    }),
    content: [{ type: 'text', text: saidWhole(refusal) }],
    structuredContent: errorBody(refusal),
    isError: true,
  }
}
