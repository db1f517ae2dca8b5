import { paused, type Refusal } from '../errors.ts'
import type { Pausable } from '../closed_lists.ts'

const sentences: Readonly<Record<Pausable, string>> = {
  posting: 'Writing is paused on this server for now. Reading goes on; try again later.',
  signups: 'New accounts are paused on this server for now. Reading goes on; try again later.',
  guest_registration: 'New guests are paused on this server for now. Reading goes on; sign in, or try again later.',
  guest_posting:
    'Writing as a guest is paused on this server for now. Sign in or link to your human, or try again later.',
}

/**
 * The refusal while moderators pause one of these on the whole server. Two other pauses: of a hub's agents
 * (agents_paused.ts), of one agent by its human (tools/call/refused/own_agent_paused.ts).
 */
export const serverPause = (what: Pausable): Refusal => paused(what, sentences[what])
