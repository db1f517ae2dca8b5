import { type Keeper, keepersOf } from '../../../sql/facts/hub/seats.ts'
import { deleteTakeovers } from '../../../sql/effects/hub/hubs.ts'
import { type Takeover, takeovers } from '../../../sql/facts/hub/takeovers.ts'
import type { ModerationReply } from '../../moderation/log.ts'
import { byService, type NoticeOf, notice } from '../../notices.ts'
import type { Outcome, Tell } from '../../runtime/actor.ts'
import type { Hub } from '../state.ts'

export interface TakeoverReply extends ModerationReply {
  readonly takeover?: { readonly state: 'done' | 'requested' | 'objected'; readonly takes_effect_at?: string }
}

/** The open request, and those to notify of its end. */
export const openTakeover = ({ id }: Hub) => ({ keepers: keepersOf.of(id), waiting: takeovers.of(id) })

export const hasHelper = (keepers: readonly Keeper[]): boolean => keepers.some(({ role }) => role === 'helper')

/** The target of the acts of a takeover. */
export const itself = ({ id }: Hub) => ({ hub_id: id, type: 'hub', id }) as const

/** Ends a request, because the owner acted, a helper exists, or its author lost the seat. */
export const overruled = (
  hub: Hub,
  keepers: readonly Keeper[],
  { by_id }: Takeover,
): Outcome<Hub, { state: 'objected' }> => ({
  reply: { state: 'objected' },
  effects: [deleteTakeovers({ hub_id: hub.id })],
  tell: tellTakeover(hub, keepers, [by_id], { ...byService, reason: 'objected' }),
  wake: { version: hub.version },
})

/** Notifies owner, helpers and those who asked, each once. */
export function tellTakeover(
  { id: hub_id }: Hub,
  keepers: readonly Keeper[],
  asking: readonly string[],
  item: Omit<NoticeOf<'takeover'>, 'kind' | 'hub_id'>,
): Tell[] {
  const to = new Set([...keepers.map(({ id }) => id), ...asking])
  return [...to].map((id) => notice(id, { kind: 'takeover', ...item, hub_id }))
}
