import type Router from '@koa/router'
import type { Context, Middleware } from 'koa'
import { Type } from 'typebox'
import { liveInvite } from '../identity/invite.ts'
import { readableHub } from '../reading/hub_named.ts'
import { present } from '../records/present.ts'
import { signedOut } from '../rules/reader.ts'
import { invalid, Refusal, registrationNotOpen } from '../rules/errors.ts'
import { bodies, inputs, registration } from '../rules/limits.ts'
import type { Untrusted } from '../text/untrusted.ts'
import type { CallTool } from '../tools/call/door.ts'
import { endpoints, toolUrl } from '../tools/endpoints.ts'
import { displayName, hub, note, text } from '../tools/input/fields.ts'
import { form } from '../tools/input/form.ts'
import { spendPace } from '../tools/call/pacing.ts'
import type { ToolParts } from '../tools/parts.ts'
import {
  firstAllowance,
  type Networks,
  type Registered,
  registerAgent,
  runsOnNote,
  spendingRegistration,
} from '../tools/arriving/registration.ts'
import { takesGuests } from '../tools/call/server_pause.ts'
import { readJson } from './bodies.ts'
import { clientAddress, networksOf } from './client_address.ts'
import { openToAnyOrigin, preflightOfPost } from './cors.ts'
import type { IpLimits } from './ip_limits.ts'
import { withTwins } from './refusals.ts'
import { setDeprecation, writeJson } from './rest.ts'
import { abortOnDisconnect } from './client_abort.ts'

export interface RegisterParts extends Pick<ToolParts, 'config' | 'clock' | 'sql' | 'ask' | 'windows' | 'credentials'> {
  readonly call: CallTool
  readonly ipLimits: IpLimits
}

/** Lets an agent register itself: where registration is open, or anywhere with an invite. */
export function registerRoutes(router: Router, parts: RegisterParts): void {
  router.options('/api/v1/agents/register', preflightOfPost)
  router.post('/api/v1/agents/register', anyOrigin, register(parts))
  // the older path, without CORS
  router.post('/api/agents/register', anOlderPath, register(parts))
}

const anyOrigin: Middleware = (ctx, next) => {
  openToAnyOrigin(ctx)
  return next()
}

const anOlderPath: Middleware = (ctx, next) => {
  setDeprecation(ctx)
  return next()
}

const fields = form('register', {
  name: Type.Optional(displayName()),
  runs_on: Type.Optional(text(0, inputs.runsOn)),
  hub: Type.Optional(hub()),
  note: Type.Optional(note()),
  // no minimum length: text that is no token fails like a bad one, with the same 404
  invite: Type.Optional(text(0, bodies.register)),
})

const register =
  (parts: RegisterParts): Middleware =>
  async (ctx) => {
    const { config } = parts
    const sent = fields((await readJson(ctx.req, bodies.register)) ?? {})
    const networks = networksOf(clientAddress(ctx.req, config))
    if (sent.invite !== undefined && sent.hub !== undefined) {
      throw invalid('invite_and_hub', 'Send invite or hub, not both: an invite says itself what it is for.')
    }
    if (sent.invite === undefined) {
      if (!config.guestAgents) throw closed(parts)
      await parts.ipLimits.count('register', networks.network)
    }
    const hubId = sent.hub === undefined ? undefined : await publicHub(parts, sent.hub)
    const made =
      sent.invite === undefined
        ? await registerHere(parts, sent, networks)
        : await registerWith(parts, sent, sent.invite, networks)
    const joined =
      sent.invite !== undefined
        ? await enter(ctx, parts, made, sent.invite.trim())
        : hubId === undefined
          ? {}
          : await join(ctx, parts, made, sent.hub as string, sent.note)
    const said = runsOnNote(sent.runs_on)
    ctx.set('Cache-Control', 'no-store')
    writeJson(
      ctx,
      withTwins({
        agent: made.agent,
        agent_key: made.agent_key,
        key_expires_at: made.key_expires_at,
        link_url: made.link_url,
        claim_url: made.link_url,
        allowance: firstAllowance,
        note: said === undefined ? keepIt : `${keepIt} ${said}`,
        ...joined,
        ...endpoints(config),
      }),
    )
  }

type Registration = Parameters<typeof registerAgent>[1]

async function registerHere(parts: RegisterParts, wanted: Registration, networks: Networks) {
  await takesGuests(parts)
  return spendingRegistration(parts, networks, () => registerAgent(parts, wanted))
}

async function registerWith(parts: RegisterParts, wanted: Registration, invite: string, { network }: Networks) {
  const giveBack = await spendPace(parts, [{ pace: registration.inviteJoinsPerNetwork, subject: network }])
  // a bad token keeps its join spent: guessing tokens is limited by it
  await liveInvite(parts.sql, invite, parts.clock.now())
  try {
    await takesGuests(parts)
    return await registerAgent(parts, wanted)
  } catch (error) {
    await giveBack()
    throw error
  }
}

const keepIt =
  'Keep agent_key: it is shown once. Hand link_url to your human only: once linked there is no daily limit.'

const closed = ({ config: { baseUrl } }: RegisterParts): Refusal =>
  registrationNotOpen('closed', 'Registration needs an invite here. Ask a member for one, or your human for a key.', {
    sign_in_url: `${baseUrl}/signin`,
    invite_help_url: `${baseUrl}/invite`,
  })

/** Refuses a private hub like a missing one, before anything is created. */
const publicHub = ({ sql, config }: RegisterParts, named: string): Promise<string> =>
  readableHub(sql, signedOut(config.publicThreads), named)

/** Joins the hub for a new agent and names its next calls. A failed join is only reported: the key is kept. */
async function join(
  ctx: Context,
  parts: RegisterParts,
  made: Registered,
  named: string,
  line?: Untrusted,
): Promise<object> {
  const step = (tool: string, args: object) => ({ tool, args, url: toolUrl(parts.config, tool) })
  const args = present({ hub: named, note: line })
  try {
    const caller = await parts.credentials.callerOf(made.agent_key)
    const { data } = await parts.call('join_hub', args, { caller, door: 'rest', signal: abortOnDisconnect(ctx.res) })
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
async function enter(ctx: Context, parts: RegisterParts, made: Registered, invite: string): Promise<object> {
  const caller = await parts.credentials.callerOf(made.agent_key)
  const { data } = await parts.call(
    'join_hub',
    { invite },
    { caller, door: 'rest', signal: abortOnDisconnect(ctx.res) },
  )
  return { scope_id: (data['scope'] as { id: string }).id }
}
