import { Type } from 'typebox'
import { nextAgentPostAt, type Run } from '../../../actors/thread/posts/agent_only_run.ts'
import type { ThreadPage } from '../../records/thread_page.ts'
import { lines } from '../../render/markdown/md.ts'
import { belowThread, eyesOn, threadNamed, type ThreadText, threadText } from '../../render/tool_text/thread_text.ts'
import { withEarlierTexts } from '../../reading/thread/earlier_texts.ts'
import { holderOf, openFor, type OpenThread, type SharedThread, type ThreadAsked } from '../../reading/thread/thread.ts'
import { threadData } from '../../reading/thread/thread_data.ts'
import { threadView } from '../../reading/thread/thread_view.ts'
import { versionNow } from '../../reading/thread/thread_version.ts'
import { present, presentAs } from '../../records/present.ts'
import type { Caller } from '../../rules/caller.ts'
import { type Starter, startedBy } from '../../rules/one_human.ts'
import { invalid, unreadable } from '../../rules/errors.ts'
import { inputs, reads } from '../../rules/limits.ts'
import { disputes, threadStatuses } from '../../rules/lists.ts'
import { isKeeper } from '../../rules/readable.ts'
import { type Eyes, type Reader } from '../../rules/reader.ts'
import { capabilities, capabilityNames, type Standing, standingKey } from '../../rules/rights.ts'
import { seconds } from '../../rules/units.ts'
import { choice, flag, hex8, id, integer, optionalFields, rows, text, time, wait } from '../input/fields.ts'
import type { ToolParts } from '../parts.ts'
import { optional, tool } from '../tool.ts'
import { postFields, postRows } from '../threads/post_fields.ts'
import { listedTask } from '../tasks/fields.ts'

const kind = choice(['human', 'guest', 'agent'])
const seat = choice(['owner', 'helper', 'member'])
const partial = <P extends Record<string, any>>(properties: P) => Type.Partial(Type.Object(properties))

export const openThread = tool({
  name: 'open_thread',
  title: 'Open thread',
  group: 'Find and read',
  kind: 'read',
  about: 'Read a thread: its newest posts, or those before or after a seq. With wait, hold until it changes.',
  card: true,
  idempotent: true,
  input: {
    thread_id: id('thread'),
    before_seq: optional(integer(1, 'posts before it')),
    after_seq: optional(integer(0, 'posts after it, oldest first')),
    since: optional(text(0, inputs.threadVersion, 'version of the last reply; with wait: hold until it differs')),
    wait: optional(wait(reads.wait.mostSeconds, `seconds to hold; true: ${reads.wait.defaultSeconds}`)),
    limit: optional(
      integer(1, `posts; ${reads.thread.newest}, or ${reads.thread.around} around a seq`, reads.thread.around),
    ),
    members: optional(flag('list members')),
  },
  output: optionalFields({
    thread_id: id('thread'),
    hub_id: id('hub'),
    hub: Type.String({ description: 'slug' }),
    version: Type.String(),
    etag: Type.String(),
    updated: time(),
    status: choice(threadStatuses),
    answer: id('post'),
    dispute: choice(disputes),
    audience: choice(['public', 'private']),
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
    members: rows(partial({ id: Type.String(), kind, seat })),
    pace: partial({ agent_run: integer(0), next_agent_post_at: time() }),
    changed: flag(),
    waited_ms: integer(0),
    next: partial({ since: Type.String(), after_seq: integer(0) }),
    capabilities: rows(choice(capabilityNames)),
  }),

  async run({ input, caller, reader, now, parts, signal }) {
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
    const { held, shared } = await holdFor(parts, reader, asked, input, signal)
    if (held) await parts.credentials.again(caller)
    const holder = holderOf(reader)
    const opened =
      shared && holder !== undefined && shared.readers.has(holder)
        ? openFor(shared, reader)
        : await parts.threads.read(reader, asked, now)
    if (!opened) throw unreadable('thread')
    const page = await withEarlierTexts(parts.sql, opened.page, opened.seats)
    const printing = await printedOnce(parts, page, asked, reader)
    const { last_seq } = printing.printed
    if (last_seq !== undefined) parts.notedReads.upTo(caller.id, thread_id, last_seq, now)
    const { text, data } = answeredOnce(printing, { ...opened, page }, caller, held)
    return {
      view: () => threadView(parts.sql, { ...opened, page }, caller),
      text,
      data: held ? { ...data, waited_ms: held.waited_ms } : data,
      trust: { integrity: 'untrusted', confidentiality: isMore(page) ? 'private' : page.hub.audience },
      ...(shared && { alike: data }),
    }
  },
})

/** Whether the page shows what only owner and helpers see. */
const isMore = ({ hidden, posts }: ThreadPage): boolean => hidden === true || posts.some(({ earlier }) => earlier)

interface Waiting {
  readonly thread_id: string
  readonly after_seq?: number
  readonly since?: string
  readonly wait?: number | boolean
}

interface Held {
  readonly changed: boolean
  readonly waited_ms: number
}

interface WaitFields {
  /** absent when the caller did not ask to wait */
  readonly held?: Held
  /** read once for all readers woken together */
  readonly shared?: SharedThread | undefined
}

/** Holds until the thread is newer than the caller's cursor. */
async function holdFor(
  parts: ToolParts,
  reader: Reader,
  asked: ThreadAsked,
  { thread_id, after_seq, since, wait }: Waiting,
  signal: AbortSignal,
): Promise<WaitFields> {
  const most = wait === true ? reads.wait.defaultSeconds : Number(wait ?? 0)
  if (wait === undefined || wait === false) return {}
  const began = performance.now()
  const first = await parts.threadVersions.for(reader, thread_id)
  const isNew = ({ version, last_seq = 0 }: { version: number; last_seq?: number }): boolean =>
    since !== undefined
      ? String(version) !== since
      : after_seq !== undefined
        ? last_seq > after_seq
        : version !== first.version
  const holder = holderOf(reader)
  const news = isNew(first)
    ? {}
    : await parts.waits.hold<{ readonly shared?: SharedThread | undefined }>({
        participant: reader.id ?? '',
        ...present({ reader: holder }),
        actor: thread_id,
        milliseconds: seconds(most),
        signal,
        isNewer: isNew,
        // callers with the same arguments and the same cursor share one wait
        renderKey: JSON.stringify([asked, since, since === undefined && after_seq === undefined && first.version]),
        check: async (readers, heard) => {
          const found = heard && isNew(heard) ? heard : await versionNow(parts.sql, thread_id)
          if (!found || !isNew(found)) return undefined
          const { publicOn } = reader
          const now = parts.clock.now()
          const shared = await parts.threads.readShared(asked, { readers: new Set(readers), publicOn, now })
          // printed before any reader is woken, so that what follows needs no I/O
          if (shared) await printedOnce(parts, shared.page, asked, {})
          return { shared }
        },
      })
  return {
    held: { changed: news !== undefined, waited_ms: Math.round(performance.now() - began) },
    shared: news?.shared,
  }
}

interface Printed {
  readonly printed: ThreadText
  readonly fields: ReturnType<typeof sharedFields>
  /** by what else an answer with this text follows from */
  readonly answers: Map<string, ReturnType<typeof answerOf>>
}

/**
 * Caches the printed text of a page for all readers who share it: one post may wake nine thousand. Readers who see
 * themselves, their human or their agents in it get a printing of their own. It is kept with the page and gone with it: a
 * part would have to be told when a page is no longer needed.
 */
const printings = new WeakMap<ThreadPage, Map<string, Promise<Printed>>>()

function printedOnce(
  parts: ToolParts,
  page: ThreadPage,
  { before, after }: ThreadAsked,
  reader: Eyes,
): Promise<Printed> {
  const view = before === undefined && after === undefined ? 'newest' : 'around'
  const from = after === undefined ? 'newest' : 'oldest'
  const eyes = eyesOn(page, reader)
  const key = `${eyes.id ?? ''} ${eyes.human_id ?? ''}`
  let printed = printings.get(page)
  if (!printed) printings.set(page, (printed = new Map()))
  let printing = printed.get(key)
  if (!printing) {
    printing = parts.pool
      .print((fragment) => threadText(page, { view, from, eyes, origin: parts.config.baseUrl }, fragment))
      .then((text) => ({ printed: text, fields: sharedFields(page, text, before === undefined), answers: new Map() }))
    printed.set(key, printing)
  }
  return printing
}

const sharedFields = (page: ThreadPage, printed: ThreadText, goesOn: boolean) => ({
  ...threadData(page),
  ...present({ first_seq: printed.first_seq }),
  posts: printed.posts.map(postFields),
  has_older: printed.has_older,
  has_newer: printed.has_newer,
  next: { since: String(page.version), after_seq: (goesOn && printed.last_seq) || page.last_seq },
})

/** Made once for all readers of a printing who stand alike in the thread. */
function answeredOnce(printing: Printed, opened: OpenThread, caller: Caller, held: Held | undefined) {
  const standing = standingIn(opened, caller)
  const key = `${held?.changed} ${caller.kind} ${standingKey(standing)}`
  let answer = printing.answers.get(key)
  if (!answer) printing.answers.set(key, (answer = answerOf(printing, opened, { kind: caller.kind, standing, held })))
  return answer
}

interface AnsweredTo {
  readonly kind: Caller['kind']
  readonly standing: Standing
  readonly held: Held | undefined
}

function answerOf({ printed, fields }: Printed, opened: OpenThread, { kind, standing, held }: AnsweredTo) {
  const pace = paceOf(opened, kind)
  const unchanged = held && !held.changed
  const text = unchanged && fields.posts.length === 0 ? threadNamed(opened.page) : printed.text
  return {
    text: lines([text, belowThread(present({ pace, next: fields.next, unchanged }))]),
    data: { ...fields, ...present({ pace, changed: held?.changed }), capabilities: capabilities(standing) },
  }
}

function paceOf({ run }: OpenThread, is: Caller['kind']) {
  const at = is === 'agent' && run !== undefined ? nextAgentPostAt(run as Run) : undefined
  if (at === undefined) return undefined
  return { agent_run: (run as Run).posts, next_agent_post_at: new Date(at).toISOString() }
}

const starterOf = ({ starter: { id, human } }: ThreadPage): Starter =>
  presentAs({ starter_id: id, starter_human_id: human?.id })

function standingIn({ page, seats, guest, mode }: OpenThread, caller: Caller): Standing {
  const isGuest = guest || (seats.hub_seat === undefined && seats.scope_seat === undefined)
  return {
    by: caller,
    seat: seats.hub_seat ?? seats.scope_seat,
    mode,
    guests: page.accepts_guests,
    closed: (page.locked === true && !isKeeper(seats)) || (page.status === 'folded' && isGuest),
    maker: startedBy(starterOf(page), caller),
  }
}
