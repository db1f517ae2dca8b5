import { type Caller, holderOf, readerFor } from '../src/rules/caller.ts'
import { unreadable } from '../src/rules/errors.ts'
import { readsPart } from '../src/rules/may_read/readable.ts'
import { type PadPlace, padPlaces } from '../sql/facts/pad/pad_places.ts'

/** The pad that a call about something else names, with the caller's seats there. */
export const placeOfPad = (by: Caller, pad_id: string | undefined) =>
  padPlaces.maybe(pad_id === undefined ? undefined : { pad_id, participant_id: holderOf(by) })

/** Throws for a pad that the caller cannot read as for a missing one. */
export function checkPadNamed(pad: PadPlace | undefined, by: Caller, publicOn: boolean, what = 'pad'): void {
  if (!pad || !readsPart(pad, pad, readerFor(by, publicOn))) throw unreadable(what)
}
