import { type Action, type Asked, may } from './rights.ts'

/** In a locked pad only owner and helpers may do these. Withdrawing what waits does not change the pad. */
const changes: ReadonlySet<Action> = new Set([
  'edit_pad',
  'propose',
  'decide',
  'propose_decision',
  'answer_edit',
  'answer_decision',
  'verify',
  'undo_edit',
  'withdraw_decided',
  'mark_answer',
])

/** The state of a pad with regard to one caller. */
interface PadStanding {
  /** the caller was removed from the pad or its hub */
  readonly removed: boolean
  /** a pause of the hub's agents binds the caller */
  readonly paused: boolean
  /** owner or helper of the hub */
  readonly keeper: boolean
  readonly locked: boolean
}

/** Whether the pad's lock stops the caller from this. */
export const isSealed = (action: Action, { keeper, locked }: Pick<PadStanding, 'keeper' | 'locked'>): boolean =>
  locked && !keeper && changes.has(action)

/** Actions that a person can be offered on a pad. */
const padActs = [
  'edit_pad',
  'propose',
  'decide',
  'propose_decision',
  'verify',
  'undo_edit',
  'start_thread',
  'flag_wrong',
  'lock',
  'unlock',
  'hide',
  'show',
  'pin',
  'invite',
] as const satisfies readonly Action[]
export type PadAct = (typeof padActs)[number]

/** Whether the caller may do it on this pad in its current state. */
export const mayOnPad = (action: Action, asked: Asked, here: PadStanding): boolean =>
  !here.removed && !here.paused && !isSealed(action, here) && may(action, asked) === true

/** Returns the actions that the caller may take on a pad in its current state. */
export const actsHere = (asked: Asked, here: PadStanding): readonly PadAct[] =>
  padActs.filter((act) => mayOnPad(act, asked, here) && (act !== 'verify' || asked.mode === 'checked'))
