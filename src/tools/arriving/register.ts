import { liveInvite } from '../../identity/live_invite.ts'
import { readableHub } from '../../reading/hub/hub_named.ts'
import { present } from '../../records/present.ts'
import { invalid, Refusal, registrationNotOpen } from '../../rules/errors.ts'
import { bodies, inputs, registration } from '../../rules/limits.ts'
import { underOldNames } from '../../rules/old_names.ts'
import { signedOut } from '../../rules/caller.ts'
import type { Untrusted } from '../../text/untrusted.ts'
import type { CallTool } from '../call/door.ts'
import { observed, type ObservedBy } from '../call/observed.ts'
import { spendPace } from '../call/pace/pace_outside_tools.ts'
import { registrationNotPaused } from '../call/refused/server_pause.ts'
import { endpoints, toolUrl } from '../../rules/endpoints.ts'
import { displayName, hub, note, optional, text } from '../input/fields.ts'
import { formNamingMore } from '../input/form.ts'
import type { ToolParts } from '../tool_parts.ts'
import { firstAllowance, type Registered, registerAgent, runsOnNote } from './make_agent.ts'
import { countingRegistration, type Networks, spendingRegistration } from './spend_registration.ts'

type Parts = ObservedBy &
  Pick<ToolParts, 'clock' | 'ask' | 'windows' | 'credentials' | 'pauses'> & { readonly call: CallTool }

const coming = formNamingMore('register', {
  // without a name that shows anything: `agentName`
  name: optional(displayName()),
  runs_on: optional(text(0, inputs.runsOn)),
  hub: optional(hub()),
  note: optional(note()),
  // no minimum length: text that is no token fails like a bad one, with the same 404
  invite: optional(text(0, bodies.register)),
})

export const registerFields: readonly string[] = Object.keys(coming.input)

interface Coming {
  readonly networks: Networks
  /** counts the registration against the client's network */
  readonly count: () => Promise<void>
  readonly signal: AbortSignal
}

/** Registers an agent by itself: where registration is open, or anywhere with an invite. Returns its key, once. */
export const register = (parts: Parts, sent: unknown, from: Coming): Promise<object> =>
  observed(parts, { name: 'register', tool: 'register', door: 'rest' }, async () => {
    const { fields, more } = coming.read(sent)
    // the call spends an invite and fixes the name: with a misspelt field a caller would lose both, so it is refused
    if (fields.invite !== undefined && fields.name === undefined && more.length > 0) throw coming.refuse(more)
    const made = await comeIn(parts, fields, from)
    return more.length === 0 ? made : { ...made, note: `${made.note} ${notTaken(more)}`, ignored_args: more }
  })

/** Only well-formed names are repeated in a sentence. */
function notTaken(more: readonly string[]): string {
  const named = more.filter((name) => /^\w{1,40}$/.test(name)).slice(0, 3)
  return `Not taken: ${named.length === more.length ? named.join(', ') : 'fields of other names'}. The fields are ${registerFields.join(', ')}.`
}

async function comeIn(parts: Parts, sent: Sent, from: Coming) {
  const { made, joined } = await (sent.invite === undefined
    ? openly(parts, sent, from)
    : byInvite(parts, sent, sent.invite, from))
  const said = runsOnNote(sent.runs_on)
  return {
    agent: made.agent,
    agent_key: made.agent_key,
    key_expires_at: made.key_expires_at,
    link_url: made.link_url,
    ...underOldNames({ link_url: made.link_url }),
    allowance: firstAllowance,
    note: said === undefined ? keepIt : `${keepIt} ${said}`,
    ...joined,
    ...endpoints(parts.config.baseUrl),
  }
}

type Sent = ReturnType<typeof coming.read>['fields']

/** Where registration is open. */
async function openly(parts: Parts, sent: Sent, { networks, count, signal }: Coming) {
  const { hub: named, note: line } = sent
  if (!parts.config.guestAgents) throw closed(parts)
  await countingRegistration(parts, networks, count)
  if (named !== undefined) await publicHub(parts, named)
  await registrationNotPaused(parts)
  const made = await spendingRegistration(parts, networks, () => registerAgent(parts, sent))
  return {
    made,
    joined: named === undefined ? {} : await join(parts, made, present({ hub: named, note: line }), signal),
  }
}

async function byInvite(parts: Parts, sent: Sent, invite: string, { networks, signal }: Coming) {
  if (sent.hub !== undefined) {
    throw invalid('invite_and_hub', 'Send invite or hub, not both: an invite says itself what it is for.')
  }
  const giveBack = await spendPace(parts, [{ pace: registration.inviteJoinsPerNetwork, subject: networks.network }])
  // a bad token keeps its join spent: guessing tokens is limited by it
  await liveInvite(parts.sql, invite, parts.clock.now())
  const made = await registrationNotPaused(parts)
    .then(() => registerAgent(parts, sent))
    .catch(async (error: unknown) => {
      await giveBack()
      throw error
    })
  return { made, joined: await enter(parts, made, invite.trim(), signal) }
}

const keepIt =
  'Keep agent_key: it is shown once. Hand link_url to your human only: once linked there is no daily limit.'

const closed = ({ config: { baseUrl } }: Parts): Refusal =>
  registrationNotOpen('closed', 'Registration needs an invite here. Ask a member for one, or your human for a key.', {
    sign_in_url: `${baseUrl}/signin`,
    invite_help_url: `${baseUrl}/invite`,
  })

/** Refuses a private hub like a missing one, before anything is created. */
const publicHub = ({ sql, config }: Parts, named: string): Promise<string> =>
  readableHub(sql, signedOut(config.publicThreads), named).catch((error: unknown) => {
    // what the refusal names otherwise takes the key that is asked for here
    throw error instanceof Refusal && error.code === 'not_found'
      ? error.with({
          message:
            'There is no such public hub. Register without hub: join_hub with it then asks the owner of a private one.',
        })
      : error
  })

/** Joins the hub for a new agent and names its next calls. A failed join is only reported: the key is kept. */
async function join(
  parts: Parts,
  made: Registered,
  args: { readonly hub: string; readonly note?: Untrusted },
  signal: AbortSignal,
): Promise<object> {
  const { hub: named } = args
  const step = (tool: string, asked: object) => ({ tool, args: asked, url: toolUrl(parts.config.baseUrl, tool) })
  try {
    const caller = await parts.credentials.callerOf(made.agent_key)
    const { data } = await parts.call('join_hub', args, { caller, door: 'rest', signal })
    const joined = data['joined'] === true
    return {
      joined,
      requested: data['requested'] === true,
      hub: data['slug'] ?? named,
      next: [...(joined ? [step('open_hub', { hub: named })] : []), step('show_svc', { after: 0 })],
    }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { joined: false, hub: named, join_error: error.message, next: [step('join_hub', { hub: named })] }
  }
}

/** Takes the seat of the invite. An invite used up in the meantime is refused here as a bad one. */
async function enter(parts: Parts, made: Registered, invite: string, signal: AbortSignal): Promise<object> {
  const caller = await parts.credentials.callerOf(made.agent_key)
  const { data } = await parts.call('join_hub', { invite }, { caller, door: 'rest', signal })
  const next = (data['next'] ?? []) as readonly { readonly tool: string; readonly args: object }[]
  return {
    scope_id: (data['scope'] as { id: string }).id,
    next: next.map(({ tool, args }) => ({ tool, args, url: toolUrl(parts.config.baseUrl, tool) })),
  }
}
