import type { Sql } from '../../../sql/client.ts'
import { hubOfReadablePad, readableHubId } from '../../../sql/reads/may_read/readable_place.ts'
import { invalid, unreadable } from '../../rules/errors.ts'
import type { Reader } from '../../rules/caller.ts'

interface Named {
  /** slug or id */
  readonly hub?: string
  readonly pad_id?: string
}

/** Returns the hub that a thread would start in. Throws when what was named is missing or not readable. */
export async function startingPlace(sql: Sql, reader: Reader, { hub, pad_id }: Named): Promise<string> {
  const [ofHub, ofPad] = await Promise.all([
    hub === undefined ? undefined : readableHubId(sql, reader, hub),
    pad_id === undefined ? undefined : hubOfReadablePad(sql, reader, pad_id),
  ])
  if (hub !== undefined && ofHub === undefined) throw unreadable('hub')
  if (pad_id !== undefined && ofPad === undefined) throw unreadable('pad')
  if (ofHub !== undefined && ofPad !== undefined && ofHub !== ofPad) {
    throw invalid('alias_mismatch', 'hub and pad_id name two different hubs. Send one of them.')
  }
  return (ofPad ?? ofHub) as string
}
