import { type Action, type Asked, may } from './rights.ts'

/** The right that it takes to take a logged act back. An act that is not listed stands: its opposite is a new act. */
const rightToTakeBack = {
  hide: 'show',
  lock: 'unlock',
  remove: 'let_in',
  pause_agents: 'pause_agents',
  set_role: 'set_role',
  undo_everything: 'undo_everything',
} as const satisfies Readonly<Record<string, Action>>

type ReversibleAct = keyof typeof rightToTakeBack

export const isReversible = (action: string): action is ReversibleAct => Object.hasOwn(rightToTakeBack, action)

/** Whether the caller may take back what was logged as `action` in their hub. */
export const mayTakeBack = (action: string, asked: Asked): boolean =>
  isReversible(action) && may(rightToTakeBack[action], asked) === true
