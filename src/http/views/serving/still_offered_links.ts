import { liveInvite } from '../../../identity/live_invite.ts'
import { linkStanding } from '../../../reading/account/linking.ts'
import { present } from '../../../records/present.ts'
import type { OpenedLink } from '../../../render/marks/home/opened_card.ts'
import type { Caller } from '../../../rules/caller.ts'
import { Refusal } from '../../../rules/errors.ts'
import { credentialKind } from '../../../rules/credential_kinds.ts'
import { agentOfLink } from '../../../tools/settings/linking/link_token.ts'
import type { ViewParts } from './served_page.ts'

/** Returns the links opened in this browser before sign-in that still offer the caller something new. */
export async function readOpened(
  parts: Pick<ViewParts, 'sql' | 'clock'>,
  caller: Caller,
  tokens: readonly string[],
): Promise<readonly OpenedLink[]> {
  const read = await Promise.all(tokens.map((token) => openedLink(parts, caller, token)))
  return read.filter((one) => one !== undefined)
}

async function openedLink(
  { sql, clock }: Pick<ViewParts, 'sql' | 'clock'>,
  caller: Caller,
  token: string,
): Promise<OpenedLink | undefined> {
  const now = clock.now()
  try {
    if (credentialKind(token) === 'invite') {
      const { kind, title, invited_by } = await liveInvite(sql, token, now)
      return { is: 'invite', token, kind, title, invited_by }
    }
    if (caller.kind !== 'human') return undefined
    const { agent_id, human_id, name, handle, runs_on, posts } = await agentOfLink({ sql }, token, now)
    const { status } = await linkStanding(sql, caller.id, agent_id)
    if (human_id !== undefined || (status !== 'none' && status !== 'declined')) return undefined
    return present({ is: 'link', token, name, handle, posts, runs_on })
  } catch (error) {
    // the link has expired or was used
    if (error instanceof Refusal) return undefined
    throw error
  }
}
