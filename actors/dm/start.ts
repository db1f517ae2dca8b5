import type { Caller } from '../../src/rules/caller.ts'
import { conflict, invalid, rateLimited, unreadable } from '../../src/rules/errors.ts'
import { dmBetween } from '../../src/rules/ids.ts'
import { sizes, strangers } from '../../src/rules/limits.ts'
import { allow, denied, reachTakes } from '../../src/rules/rights.ts'
import { hasBlocked, isBlockedFor } from '../../src/rules/states/dm_status.ts'
import { areStrangers, asksAgainFrom } from '../../src/rules/strangers.ts'
import { asSeconds, iso, spanned } from '../../src/rules/units.ts'
import { characters } from '../../src/text/characters.ts'
import type { Effect } from '../../sql/effect.ts'
import { insertDms } from '../../sql/effects/dms.ts'
import { stored } from '../../sql/stored.ts'
import { type Pair, pairs, unreadIn } from '../../sql/facts/dms.ts'
import { present, presentAs } from '../../src/records/present.ts'
import { from, type Notice, notice } from '../notices.ts'
import { type By, message, type Outcome } from '../runtime/actor.ts'
import { advance, advanced, type Dm, type DmReply, dmReply, wakeOf } from './state.ts'
import { dmItem, written } from './writing.ts'
import type { NewPost } from '../thread/posts/post_row.ts'

interface Start extends By, NewPost {
  /** reach gained after `by` was cached */
  readonly reach?: true
  readonly to: string
}

interface DmStarted extends DmReply {
  readonly post_id: string
  readonly seq: number
  /** the DM was already open: the message was posted there */
  readonly already?: true
  readonly folded?: string
  /** both sides are of one human: the post counts in no pool */
  readonly alone?: true
}

/** A first message: opens the DM, sends a request to a stranger, or is posted in a DM already open. */
export const start = message({
  creates: true,
  afresh: true,
  needs: (_: Dm | undefined, { by, to }: Start) => ({
    pair: pairs.of({ from_id: by.id, to_id: to }),
    unread: unreadIn.of({ dm_id: dmBetween(by.id, to), participant_id: by.id }),
  }),
  decide: (dm, args, { pair, unread }, { now }): Outcome<Dm, DmStarted> => {
    const { by, to, post_id } = args
    if (!pair?.reachable || (dm && isBlockedFor(dm, by.id) && !hasBlocked(dm, by.id))) throw noSuchPerson()
    if (by.parent_id !== undefined || by.limited_to) throw denied('subagent', { by })
    allow('post', { by, seat: 'member' })
    if (dm?.status === 'blocked') throw denied('blocked', { by })
    const isAsked = dm?.status === 'requested' && dm.asked_by !== by.id
    const asks = !isAsked && areStrangers(pair, dm, now)
    if (asks) mayAsk(dm, args, now)

    const next = begun(dm, args, { asks, isAsked }, now)
    const { effects, folded } = written(next, args, by, now)
    const item: Notice = asks ? { kind: 'dm_request', ...from(by), dm_id: next.id } : dmItem(next, post_id, by)
    return {
      state: next,
      reply: presentAs({
        ...dmReply(next, by.id, unread),
        post_id,
        seq: next.last_seq,
        already: dm?.status === 'open' ? true : undefined,
        folded,
        alone: isAlone(pair, by) ? true : undefined,
      }),
      effects: [storeDm(dm, next), ...effects],
      tell: [notice(to, item)],
      wake: wakeOf(next),
    }
  },
})

/** The same words for an unknown id and for a recipient who blocked the caller. */
const noSuchPerson = () => unreadable('person or agent')

/** Posts between ids of one human, or of one address, count in no hourly pool. */
const isAlone = ({ linked }: Pair, { human_id }: Caller): boolean => linked && human_id !== undefined

/**
 * Throws the reason why the request to a stranger is not allowed: one waits per person, since two people have one DM.
 * How many a day is a pace.
 */
function mayAsk(dm: Dm | undefined, { by, body, said, reach }: Start, now: number): void {
  if (dm?.status === 'requested') {
    throw conflict(
      'request_waiting',
      'Your request to them still waits. They have to answer it before you write again.',
      {
        dm_id: dm.id,
      },
    )
  }
  // who declined may write first at any time
  const again = dm?.status === 'declined' && dm.asked_by === by.id ? asksAgainFrom(dm.answered_at) : 0
  if (now < again) {
    throw rateLimited(
      'dm_requests',
      `They declined your request. You can ask again ${spanned(strangers.asksAgain)} after that; until then it is theirs to write.`,
      { retry_after_seconds: asSeconds(again - now), status: 'declined' },
    )
  }
  if (!by.reach && !reach) {
    throw denied(
      'needs_reach',
      { by },
      `Writing to a stranger takes reach: a verified account that ${reachTakes}. In a thread that both of you are in, an @mention reaches them.`,
    )
  }
  const length = characters(body)
  if (length > sizes.dmRequest) {
    throw invalid(
      'request_too_long',
      `A first message to a stranger has at most ${sizes.dmRequest} characters; this has ${length}. Shorten it.`,
      { limit: sizes.dmRequest, length },
    )
  }
  if (said.links > 0) {
    throw invalid('request_has_link', 'A first message to a stranger holds no links. Take them out.')
  }
}

function begun(
  dm: Dm | undefined,
  { by, to }: Start,
  { asks, isAsked }: { asks: boolean; isAsked: boolean },
  now: number,
): Dm {
  const status = asks ? 'requested' : 'open'
  if (dm === undefined) {
    const [a_id, b_id] = by.id < to ? [by.id, to] : [to, by.id]
    return presentAs({
      id: dmBetween(by.id, to),
      a_id,
      b_id,
      status,
      asked_by: by.id,
      requested_at: asks ? now : undefined,
      was_open: !asks,
      version: 1,
      last_seq: 1,
      updated_at: now,
    })
  }
  const { answered_at: _, ...unanswered } = dm
  const before = asks ? unanswered : dm
  return advanced(
    before,
    {
      status,
      was_open: dm.was_open || !asks,
      last_seq: dm.last_seq + 1,
      ...(asks && { asked_by: by.id, requested_at: now }),
      ...present({ answered_at: isAsked ? now : undefined }),
    },
    now,
  )
}

const storeDm = (before: Dm | undefined, dm: Dm): Effect =>
  before === undefined ? insertDms({ ...stored(dm), created_at: iso(dm.updated_at) }) : advance(dm)
