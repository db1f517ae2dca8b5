import type { Refusal } from '../../../rules/errors.ts'
import { refusedFindings, suspectsIn } from '../../../text/unwanted/secrets.ts'
import type { ToolParts } from '../../tool_parts.ts'
import type { Input } from '../../input/check_input.ts'
import { secretRefused } from './secret_refusal.ts'
import type { AnyTool } from '../../tool.ts'

/** Refuses text that looks like a secret without confirm_sensitive; the service's own credentials always. */
export async function heldSecret(
  { pool }: Pick<ToolParts, 'pool'>,
  tool: AnyTool,
  input: Input,
): Promise<Refusal | undefined> {
  const suspects = suspectsIn(tool.sensitive?.(input.fields) ?? {})
  if (suspects.length === 0) return undefined
  const sensitive = refusedFindings(await pool.scanSecrets(suspects), input.common.confirm_sensitive === true)
  return sensitive.length === 0 ? undefined : secretRefused(sensitive)
}
