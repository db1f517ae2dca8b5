import type { Refusal } from '../rules/errors.ts'
import { invalid } from '../rules/errors.ts'
import { refusedFindings, suspectsIn } from '../text/secrets.ts'
import type { ToolParts } from './parts.ts'
import type { Input } from './schema.ts'
import type { AnyTool } from './tool.ts'

/** Text that looks like a secret needs confirm_sensitive; our own credentials pass in no case. */
export async function heldSecret({ pool }: ToolParts, tool: AnyTool, input: Input): Promise<Refusal | undefined> {
  const suspects = suspectsIn(tool.sensitive?.(input.fields) ?? {})
  if (suspects.length === 0) return undefined
  const sensitive = refusedFindings(await pool.scanSecrets(suspects), input.common.confirm_sensitive === true)
  if (sensitive.length === 0) return undefined
  return invalid('sensitive', sentence(sensitive.some(({ kind }) => kind === 'own_credential')), { sensitive })
}

const sentence = (own: boolean): string =>
  own
    ? 'This holds a credential of this service, which is never shared. Take it out; if it was shown to anybody, renew it.'
    : 'This looks as if it holds a secret (see sensitive). Take it out, or send confirm_sensitive: true to share it.'
