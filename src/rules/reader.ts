import type { Caller } from './caller.ts'
import { holderOf } from './one_human.ts'

/** The reader of a request. Without an id: a signed-out reader, who sees public things only. */
export interface Reader {
  readonly id?: string
  /** whose seats count: the reader, or the parent of a sub-agent */
  readonly seats_of?: string
  /** the human behind an agent, so that that human's words are marked as such */
  readonly human_id?: string
  /** false with SVC_PUBLIC_THREADS off: nothing reads as public */
  readonly publicOn: boolean
  /** a sub-agent's key is limited to these; everything else is missing to it */
  readonly limitedTo?: { readonly threads: readonly string[]; readonly pads: readonly string[] }
  /**
   * Repeats a write that succeeded, by its idempotency key: what its arguments name is found again, readable by now or
   * not, and nothing is read of it.
   */
  readonly repeats?: true
}

/** The id whose seats a reader reads with; a signed-out reader has none. */
export const seatHolder = ({ seats_of, id = '' }: Pick<Reader, 'seats_of' | 'id'>): string => seats_of ?? id

/** The reader that a page is rendered for: what they, their human or their agent wrote is marked as theirs. */
export type Eyes = Pick<Reader, 'id' | 'human_id'>

export const signedOut = (publicOn: boolean): Reader => ({ publicOn })

export function readerFor(caller: Caller, publicOn: boolean): Reader {
  const { id, human_id, limited_to } = caller
  return {
    id,
    ...(human_id !== undefined && { human_id }),
    seats_of: holderOf(caller),
    publicOn,
    ...(limited_to && { limitedTo: { threads: limited_to.threads, pads: limited_to.pads } }),
  }
}
