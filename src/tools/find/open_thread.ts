import { Type } from 'typebox'
import type { ThreadPage } from '../../records/thread/thread_page.ts'
import { withEarlierTexts } from '../../reading/thread/earlier_texts.ts'
import { openFor, type ThreadAsked } from '../../reading/thread/thread.ts'
import { seatHolder } from '../../rules/caller.ts'
import { threadView } from '../../reading/thread/thread_view.ts'
import { present, presentAs } from '../../records/present.ts'
import { invalid, unreadable } from '../../rules/errors.ts'
import { audiences } from '../../rules/hub_audience.ts'
import { inputs, reads } from '../../rules/limits.ts'
import { disputes, participantKinds, seats, threadStatuses } from '../../rules/closed_lists.ts'
import { capabilityNames } from '../../rules/rights.ts'
import { choice, flag, hex8, id, integer, opaque, optional, text, threadId, wait } from '../input/fields.ts'
import { partial, rows, time } from '../output/shapes.ts'
import { quoting, tool } from '../tool.ts'
import { postRows } from '../threads/post_fields.ts'
import { listedTask } from '../tasks/task_shapes.ts'
import { answeredOnce, printedOnce } from './open_thread_answer.ts'
import { holdFor } from './open_thread_wait.ts'
import { stillAllowed } from './still_allowed.ts'

export const openThread = tool({
  name: 'open_thread',
  title: 'Open thread',
  kind: 'read',
  about: 'Read a thread: its newest posts, or those before or after a seq. With wait, hold until it changes.',
  card: true,
  idempotent: true,
  input: {
    thread_id: threadId(),
    before_seq: optional(integer(1)),
    after_seq: optional(integer(0, 'posts after it, oldest first')),
    since: optional(
      opaque(text(0, inputs.threadVersion, 'version of the last reply; with wait: hold until it differs')),
    ),
    wait: optional(wait(`seconds to hold; true: ${reads.wait.defaultSeconds}`)),
    limit: optional(
      integer(1, `posts; ${reads.thread.newest}, or ${reads.thread.around} around a seq`, reads.thread.around),
    ),
    members: optional(flag()),
  },
  output: {
    thread_id: id('thread'),
    hub_id: id('hub'),
    hub: Type.String({ description: 'slug' }),
    version: Type.String(),
    etag: Type.String(),
    updated: time(),
    status: choice(threadStatuses),
    answer: id('post'),
    dispute: choice(disputes),
    audience: choice(audiences),
    accepts_guests: flag(),
    locked: flag(),
    from_posts: rows(id('post')),
    about: partial({ pad_id: id('pad'), section_id: hex8(), flags_wrong: flag() }),
    starter_id: Type.String(),
    first_seq: integer(0),
    last_seq: integer(0, 'newest in the thread'),
    posts: postRows(),
    has_older: flag(),
    has_newer: flag(),
    tasks: rows(partial({ ...listedTask, from_posts: rows(id('post')) })),
    pads: rows(
      partial({ pad_id: id('pad'), version: integer(1), via: choice(['about', 'result', 'decision', 'mentioned']) }),
    ),
    decisions: rows(partial({ decision_id: id('decision'), status: Type.String(), post_id: id('post'), at: time() })),
    members_count: integer(0),
    members: rows(partial({ id: Type.String(), kind: choice(participantKinds), seat: choice(seats) })),
    pace: partial({ agent_run: integer(0), next_agent_post_at: time() }),
    changed: flag(),
    waited_ms: integer(0),
    next: partial({ since: Type.String(), after_seq: integer(0) }),
    capabilities: rows(choice(capabilityNames)),
  },

  async run({ input, caller, reader, now, inTurn, parts, client }) {
    const { thread_id, before_seq, after_seq } = input
    if (before_seq !== undefined && after_seq !== undefined) {
      throw invalid('before_and_after', 'Send before_seq or after_seq, not both.')
    }
    const around = before_seq !== undefined || after_seq !== undefined
    const asked: ThreadAsked = presentAs({
      id: thread_id,
      posts: input.limit ?? (around ? reads.thread.around : reads.thread.newest),
      before: before_seq,
      after: after_seq,
      members: input.members ? reads.thread.members : undefined,
    })
    const { held, shared } = await holdFor(parts, reader, asked, input, client)
    if (held) await stillAllowed(parts, caller)
    const found = shared?.readers.has(seatHolder(reader))
      ? openFor(shared, reader)
      : await inTurn(() => parts.threads.read(reader, asked, now))
    if (!found) throw unreadable('thread')
    const opened = await withEarlierTexts(parts.sql, found)
    const { page } = opened
    const printing = await printedOnce(parts, page, asked, reader)
    const { last_seq } = printing.printed
    if (last_seq !== undefined) parts.notedReads.upTo(caller.id, thread_id, last_seq, now)
    const { text, data } = answeredOnce(printing, opened, caller, held?.ended(page))
    const own = present({ waited_ms: held?.waited_ms })
    return {
      view: () => threadView(parts.sql, opened, caller),
      text,
      ...(shared ? { data: own, alike: data } : { data: Object.assign({}, data, own) }),
      trust: quoting(isMore(page) ? 'private' : page.hub.audience),
    }
  },
})

/** Whether the page shows what only owner and helpers see. */
const isMore = ({ hidden, posts }: ThreadPage): boolean => hidden === true || posts.some(({ earlier }) => earlier)
