import { linkSecret } from '../../../identity/linking/agent_link_url.ts'
import { hashOf } from '../../../identity/secrets.ts'
import { type LinkPreview, linkByHash } from '../../../reading/account/linking.ts'
import { credentialKind } from '../../../rules/credential_kinds.ts'
import { notFound } from '../../../rules/errors.ts'
import { inputs, lifetimes } from '../../../rules/limits.ts'
import { spanned } from '../../../rules/units.ts'
import { text } from '../../input/fields.ts'
import type { SettingsParts } from '../operation.ts'

/** A link for an agent's human, or only the part after its #. */
export const linkToken = () => text(0, inputs.linkToken)

/** Returns the agent of a link. Every failure gives the same refusal. */
export async function agentOfLink(
  { sql }: Pick<SettingsParts, 'sql'>,
  token: string,
  now: number,
): Promise<LinkPreview> {
  const secret = linkSecret(token)
  const found = credentialKind(secret) === 'link' ? await linkByHash(sql, hashOf(secret), now) : undefined
  if (!found) {
    throw notFound(
      'unreadable',
      `There is no such link, or its ${spanned(lifetimes.link)} are over. Ask the agent for a new one.`,
    )
  }
  return found
}
