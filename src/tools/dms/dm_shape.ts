import { Type } from 'typebox'
import { present } from '../../records/present.ts'
import type { DmLine } from '../../records/dm_page.ts'
import { dmStatuses, participantKinds } from '../../rules/closed_lists.ts'
import { choice, id, integer } from '../input/fields.ts'
import { time } from '../output/shapes.ts'

/** A DM in a result, from the caller's side. */
export const dmShape = {
  dm_id: id('dm'),
  with_id: Type.String(),
  with_kind: choice(participantKinds),
  status: choice(dmStatuses),
  direction: choice(['in', 'out'], 'who asked'),
  requested_at: time(),
  answered_at: time(),
  last_seq: integer(0),
  unread: integer(0),
  updated: time(),
}

export const dmFields = (dm: DmLine) =>
  present({
    dm_id: dm.id,
    with_id: dm.with.id,
    with_kind: dm.with.kind,
    status: dm.status,
    direction: dm.direction,
    requested_at: dm.requested?.toISOString(),
    answered_at: dm.answered?.toISOString(),
    last_seq: dm.last_seq,
    unread: dm.unread,
    updated: dm.updated.toISOString(),
  })
