import { participant } from '../../actors/participant/index.ts'
import { linkUrl } from '../identity/linking/agent_link_url.ts'
import { newCredential } from '../identity/secrets.ts'
import type { Caller } from '../rules/caller.ts'
import type { ToolParts } from './tool_parts.ts'
import type { Call } from './tool.ts'

/** A tool call's `ask`: it carries the refusal that is held against the call. */
type Asking = Call<unknown>['ask']

export interface NewLink {
  readonly link_url: string
  /** ISO 8601 */
  readonly expires_at: string
}

/**
 * Makes a link that an agent hands to its human, valid for 30 days. Only its hash is stored, so every answer that shows
 * one makes a new one; the newest 20 of an agent work. A sub-agent hands out its parent's.
 */
export async function newLink(
  { ask, clock, config }: Pick<ToolParts, 'ask' | 'clock' | 'config'>,
  caller: Caller,
  asking: Asking = async (actor, id, operation, args) =>
    (await ask(actor, id, operation, { ...args, by: caller } as never)).reply,
): Promise<NewLink> {
  const { secret, key } = newCredential('link', clock.now())
  const { expires_at } = await asking(participant, caller.parent_id ?? caller.id, 'add_link', { key })
  return { link_url: linkUrl(config, secret), expires_at }
}
