import type { Action } from './rights.ts'

/** Actions on a hub as a whole, from its page. */
export const hubActs = [
  'start_thread',
  'create_pad',
  'create_task',
  'invite',
  'invite_helper',
  'pin',
  'set_guide',
  'set_title',
  'set_front_pad',
  'set_guests',
  'make_private',
  'publish',
  'set_mode',
  'set_role',
  'let_in',
  'turn_away',
  'remove',
  'pause_agents',
  'undo_everything',
  'read_log',
  'object_takeover',
] as const satisfies readonly Action[]

export type HubAct = (typeof hubActs)[number]
