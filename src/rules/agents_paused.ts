import type { Caller } from './caller.ts'
import type { Seat } from './closed_lists.ts'
import { isKeeperSeat } from './may_read/readable.ts'

interface InHub {
  readonly agents_paused: boolean
  readonly hub_seat?: Seat | undefined
  /** of the human behind the caller */
  readonly human_seat?: Seat | null | undefined
}

/** Whether a pause of the hub's agents binds the caller. Those of its owner and helpers are spared. */
export const isPausedIn = ({ agents_paused, hub_seat, human_seat }: InHub, { kind }: Pick<Caller, 'kind'>): boolean =>
  agents_paused && kind === 'agent' && !isKeeperSeat(hub_seat) && !isKeeperSeat(human_seat)
