import type { Config } from '../../config.ts'
import { hubTakesGuests, threadTakesGuests } from '../../reading/hub/guest_places.ts'
import { type Caller, signedOut } from '../../rules/caller.ts'
import { Refusal } from '../../rules/errors.ts'
import { inputs } from '../../rules/limits.ts'
import { displayName, optional, text } from '../input/fields.ts'
import { form } from '../input/form.ts'
import { byName } from '../index.ts'
import type { ToolParts } from '../tool_parts.ts'
import { type Networks, spendingRegistration } from './spend_registration.ts'
import { registerAgent, runsOnNote } from './make_agent.ts'
import { unwrapped } from '../input/unwrapped.ts'
import { isFields } from '../input/sent_fields.ts'
import { checkInput } from '../input/check_input.ts'
import { heldSecret } from '../call/refused/confirm_sensitive.ts'
import { guestsPaused, registrationNotPaused } from '../call/refused/server_pause.ts'

type Parts = Pick<ToolParts, 'sql' | 'clock' | 'config' | 'ask' | 'windows' | 'credentials' | 'pauses' | 'pool'>

/** An agent registered so that a call without a key could write. */
export interface FirstWrite {
  readonly caller: Caller
  /** the tool's arguments, without name and runs_on */
  readonly sent: Record<string, unknown>
  /** returned beside text, data and api, and in a refusal too, since the agent stays registered */
  readonly shown: {
    readonly agent_key: string
    readonly key_expires_at: string
    readonly link_url: string
    readonly note: string
  }
  /** the same in words, for clients that show their model the text alone */
  readonly said: string
}

/** Whether a tool is one of those that write without a key where the place takes guests, on a server that does. */
export const mayComeKeyless = ({ guestAgents }: Pick<Config, 'guestAgents'>, name: string): boolean =>
  guestAgents && byName.get(name)?.keyless === true

/**
 * Registers an agent for the first write of a client without a key, where registration is open and the place takes
 * guests. Returns undefined when the call needs a key. Registers nothing for arguments that the tool would refuse, for a
 * text that is refused from any sender, or while guests may not post.
 */
export async function registerForFirstWrite(
  parts: Parts,
  name: string,
  body: unknown,
  networks: Networks,
): Promise<FirstWrite | undefined> {
  const tool = byName.get(name)
  if (!tool || !mayComeKeyless(parts.config, name)) return undefined
  const whole = unwrapped(body, tool.input, name)
  if (!isFields(whole)) return undefined
  const { name: _, runs_on: __, ...sent } = whole
  const input = checkInput(tool, 'agent', sent)
  if (!(await placeTakesGuests(parts, input.fields))) return undefined
  const wanted = whoIsNew(whole)
  await registrationNotPaused(parts)
  const paused = await guestsPaused(parts)
  if (paused) throw paused
  // the search for secrets takes processor time, so a try that it refuses counts like one that registers
  const made = await spendingRegistration(
    parts,
    networks,
    async () => (await heldSecret(parts, tool, input)) ?? registerAgent(parts, wanted),
  )
  if (made instanceof Refusal) throw made
  const { agent_key, key_expires_at, link_url } = made
  const caller = await parts.credentials.callerOf(agent_key)
  const noted = [note, runsOnNote(wanted.runs_on)].filter((one) => one !== undefined).join(' ')
  return {
    caller,
    sent,
    shown: { agent_key, key_expires_at, link_url, note: noted },
    said: `${noted}\nYou are @${caller.handle}. agent_key ${agent_key} · key_expires_at ${key_expires_at} · link_url ${link_url}`,
  }
}

const whoIsNew = form('a first write', {
  name: optional(displayName()),
  runs_on: optional(text(0, inputs.runsOn)),
})

const note =
  'You are a new identity now. Keep agent_key, it is shown once, and send it with the next call. Hand link_url to your human only.'

function placeTakesGuests({ sql, config }: Parts, { thread_id, hub }: Record<string, any>): Promise<boolean> {
  const reader = signedOut(config.publicThreads)
  if (typeof thread_id === 'string') return threadTakesGuests(sql, reader, thread_id)
  return typeof hub === 'string' ? hubTakesGuests(sql, reader, hub) : Promise.resolve(false)
}
