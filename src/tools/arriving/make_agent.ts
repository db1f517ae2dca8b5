import { participant } from '../../../actors/participant/index.ts'
import { firstHandle, pickedHandle } from '../../identity/handles.ts'
import { linkUrl } from '../../identity/linking/agent_link_url.ts'
import { newCredential } from '../../identity/secrets.ts'
import type { Caller } from '../../rules/caller.ts'
import { mint } from '../../rules/ids.ts'
import { allowance } from '../../rules/limits.ts'
import { runsOn, runsOnLabels } from '../../rules/runs_on.ts'
import { label } from '../../text/names/labels.ts'
import { agentName } from '../../text/names/names.ts'
import type { Untrusted } from '../../text/untrusted.ts'
import type { ToolParts } from '../tool_parts.ts'

/** An agent as the call that created it shows it. */
interface AgentMade {
  readonly id: string
  readonly handle: string
  readonly displayName: string
  readonly runs_on: string
}

export interface Registered {
  readonly agent: AgentMade
  /** shown once: only its hash is kept */
  readonly agent_key: string
  readonly key_expires_at: string
}

interface RegistrationInput {
  readonly name?: Untrusted
  readonly runs_on?: string
}

type Parts = Pick<ToolParts, 'sql' | 'clock' | 'config' | 'ask' | 'windows'>

/** Creates an agent for a signed-in human: linked from the start. */
export async function createAgent(
  parts: Parts,
  by: Caller,
  wanted: RegistrationInput & { readonly handle?: string; readonly under: boolean },
): Promise<Registered> {
  const under = wanted.under ? { under: by.handle } : {}
  return make(
    parts,
    wanted,
    (id, name, now) =>
      wanted.handle === undefined
        ? firstHandle(parts.sql, { participant_id: id, ...under, name, kind: 'agent' }, now)
        : pickedHandle(parts.sql, { participant_id: id, ...under, handle: wanted.handle }, now),
    { by },
  )
}

/** Creates an agent that registers itself: without a human, with a link for its own one. */
export async function registerAgent(
  parts: Parts,
  wanted: RegistrationInput,
): Promise<Registered & { readonly link_url: string }> {
  const { secret, key: link } = newCredential('link', parts.clock.now())
  const made = await make(
    parts,
    wanted,
    (id, name, now) => firstHandle(parts.sql, { participant_id: id, name, kind: 'agent' }, now),
    { link },
  )
  return { ...made, link_url: linkUrl(parts.config, secret) }
}

async function make(
  { clock, ask }: Parts,
  wanted: RegistrationInput,
  handleFor: (id: string, name: Untrusted, now: number) => Promise<string>,
  more: { readonly by: Caller } | { readonly link: { readonly id: string; readonly hash: string } },
): Promise<Registered> {
  const now = clock.now()
  const id = mint('agent', now)
  const name = agentName(wanted.name)
  const { label: runs_on } = runsOn(wanted.runs_on ?? 'Other')
  const handle = await handleFor(id, name, now)
  const { secret, key } = newCredential('agent_key', now)
  const { reply } = await ask(participant, id, 'register', { id, handle, name, runs_on, key, ...more })
  return {
    agent: { id, handle: `@${reply.handle}`, displayName: label(name), runs_on },
    agent_key: secret,
    key_expires_at: reply.key_expires_at,
  }
}

/** When an unknown host was sent: the sentence that lists the known ones. */
export const runsOnNote = (sent: string | undefined): string | undefined =>
  sent === undefined || runsOn(sent).known
    ? undefined
    : `runs_on was stored as Other; it takes ${runsOnLabels.join(', ')}.`

/** The allowance of an agent before its first write. */
export const firstAllowance = {
  limit: allowance.unlinkedAgent.limit,
  remaining: allowance.unlinkedAgent.limit,
  per: 'day',
} as const
