import { message, type Outcome } from '../runtime/actor.ts'
import { advanced, type Dm, storing } from './state.ts'

interface SideLeft {
  readonly who: string
}

/**
 * One of the two deleted the account: the other can still read the posts, and no more can be written. A blocked one stays
 * so, and is not open again once it is unblocked; it counts as answered, so that who was blocked does not go on waiting.
 */
export const sideLeft = message({
  decide: (dm: Dm, { who }: SideLeft, _, { now }): Outcome<Dm, { readonly ended: boolean }> => {
    if (who !== dm.a_id && who !== dm.b_id) return { reply: { ended: false } }
    if (dm.status === 'blocked' && (dm.was_open || dm.answered_at === undefined))
      return storing(advanced(dm, { was_open: false, answered_at: dm.answered_at ?? now }), { reply: { ended: true } })
    if (dm.status !== 'open' && dm.status !== 'requested') return { reply: { ended: false } }
    return storing(advanced(dm, { status: 'declined', was_open: false, answered_at: now }, now), {
      reply: { ended: true },
    })
  },
})
