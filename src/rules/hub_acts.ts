import type { Seat } from './closed_lists.ts'
import { type Action, type Asked, may } from './rights.ts'

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

type HubAct = (typeof hubActs)[number]

export type AllowedHubActs = { readonly [One in HubAct]?: true }

/** Returns the acts that the caller may do there. */
export const allowedHubActs = (asked: Asked): AllowedHubActs =>
  Object.fromEntries(hubActs.filter((act) => may(act, asked) === true).map((act) => [act, true]))

const actsOnMembers = ['set_role', 'remove', 'undo_everything'] as const satisfies readonly Action[]

export type AllowedActsOn = { readonly [One in (typeof actsOnMembers)[number]]?: true }

/** Returns what the caller may do to somebody with that seat. An owner gives their seat up by handing the hub over. */
export const allowedActsOn = (asked: Asked, target: Seat): AllowedActsOn =>
  Object.fromEntries(
    actsOnMembers
      .filter((act) => act === 'undo_everything' || target !== 'owner')
      .filter((act) => may(act, { ...asked, target }) === true)
      .map((act) => [act, true]),
  )
