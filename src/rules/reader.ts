import type { Caller } from './caller.ts'

/** Who reads. Without an id somebody signed out, who sees public things only. */
export interface Reader {
  readonly id?: string
  /** whose seats count: the reader, for a sub-agent its parent */
  readonly seats_of?: string
  /** SVC_PUBLIC_THREADS: off, nothing reads as public */
  readonly publicOn: boolean
  /** a sub-agent's key ends at these: everything else is missing to it */
  readonly limitedTo?: { readonly threads: readonly string[]; readonly pads: readonly string[] }
}

export const signedOut = (publicOn: boolean): Reader => ({ publicOn })

export function readerFor(caller: Caller, publicOn: boolean): Reader {
  const { id, limited_to } = caller
  return {
    id,
    seats_of: seatHolder(caller),
    publicOn,
    ...(limited_to && { limitedTo: { threads: limited_to.threads, pads: limited_to.pads } }),
  }
}

/** Whose seats a caller acts with: a sub-agent has none of its own. */
export const seatHolder = (caller: Caller): string => caller.parent_id ?? caller.id
