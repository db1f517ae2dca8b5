import { type Caller, holderOf } from './caller.ts'

/** Who reads. Without an id somebody signed out, who sees public things only. */
export interface Reader {
  readonly id?: string
  /** whose seats count: the reader, for a sub-agent its parent */
  readonly seats_of?: string
  /** the human behind an agent: their words are told apart */
  readonly human_id?: string
  /** SVC_PUBLIC_THREADS: off, nothing reads as public */
  readonly publicOn: boolean
  /** a sub-agent's key ends at these: everything else is missing to it */
  readonly limitedTo?: { readonly threads: readonly string[]; readonly pads: readonly string[] }
}

/** Through whose eyes words are printed: what they wrote, and what their human or their agent wrote, says so. */
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
