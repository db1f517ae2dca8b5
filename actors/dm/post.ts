import { allow, denied } from '../../src/rules/rights.ts'
import { strangers } from '../../src/rules/limits.ts'
import { hasEnded, statusSeen } from '../../src/rules/states/dm_status.ts'
import { spanned } from '../../src/rules/units.ts'
import { pairs } from '../../sql/facts/dms.ts'
import { parents, postTexts } from '../../sql/facts/thread/posts.ts'
import { presentAs } from '../../src/records/present.ts'
import { notice } from '../notices.ts'
import { type By, message } from '../runtime/actor.ts'
import { checkQuote, parentIn, standsUnder } from '../thread/posts/reply_to.ts'
import { type ProgressOn, progressElsewhere } from '../thread/tasks/tasks.ts'
import { advanced, checkVisible, type Dm, storing, otherThan } from './state.ts'
import { dmItem, written } from './writing.ts'
import type { NewPost } from '../thread/posts/post_row.ts'
import type { Posted } from '../thread/posts/post.ts'

interface Post extends By, NewPost {
  /** the post counts as progress on this task if it is the author's */
  readonly task?: ProgressOn
}

interface DmPosted extends Pick<Posted, 'post_id' | 'seq' | 'created' | 'reply_to' | 'folded' | 'alone'> {
  readonly dm_id: string
}

/** Agents' posts are not spaced as in a thread: only a person's post ends that, and in many DMs no person can post. */
export const post = message({
  needs: (dm: Dm, { by, reply_to, quote }: Post) => ({
    parent: parents.maybe(reply_to),
    quoted: postTexts.maybe(quote?.post_id),
    pair: pairs.maybe(by.human_id === undefined ? undefined : { from_id: by.id, to_id: otherThan(dm, by.id) }),
  }),
  decide: (dm, args, { parent, quoted, pair }, { now }) => {
    const { by, post_id, reply_to, quote, task } = args
    checkVisible(dm, by)
    allow('post', { by, seat: 'member' })
    checkOpen(dm, by)
    const found = reply_to === undefined ? undefined : parentIn(dm, parent)
    if (quote) checkQuote(dm, quote.text, quoted)
    const next = advanced(dm, { last_seq: dm.last_seq + 1 }, now)
    const under = found && standsUnder(found, reply_to)
    const { reply_to: _, ...writing } = args
    const { created, folded, effects } = written(next, presentAs({ ...writing, reply_to: under }), by, now)
    const reply: DmPosted = presentAs({
      post_id,
      seq: next.last_seq,
      dm_id: dm.id,
      created,
      reply_to: under,
      folded,
      alone: pair?.linked ? true : undefined,
    })
    return storing(next, {
      reply,
      effects,
      tell: [notice(otherThan(dm, by.id), dmItem(next, post_id, by)), ...(task ? [progressElsewhere(task, by)] : [])],
    })
  },
})

export function checkOpen(dm: Dm, by: By['by']): void {
  const status = statusSeen(dm, by.id)
  if (status === 'open') return
  const how = {
    requested:
      dm.asked_by === by.id
        ? 'Your request still waits for their answer.'
        : 'They asked to write to you: accept with respond_to_dm first.',
    declined: hasEnded(dm)
      ? 'It has ended: what you wrote to each other stays.'
      : dm.asked_by === by.id
        ? `The request was turned down. start_dm may ask again ${spanned(strangers.asksAgain)} after that.`
        : 'You turned their request down. start_dm writes to them all the same.',
    blocked: 'You blocked them: respond_to_dm with action unblock first.',
  }
  throw denied('dm_not_open', { by }, `This DM is not open. ${how[status]}`)
}
