import { threadVersion } from '../../records/version_and_etag.ts'
import { nextAgentPostAt, type Run } from '../../../actors/thread/posts/agent_only_run.ts'
import { type OpenThread, type ThreadAsked, threadStanding } from '../../reading/thread/thread.ts'
import { threadData } from '../../reading/thread/thread_data.ts'
import { present, presentAs } from '../../records/present.ts'
import type { ThreadPage } from '../../records/thread/thread_page.ts'
import { lines } from '../../render/markdown/md.ts'
import { belowThread, eyesOn, threadNamed, type ThreadText, threadText } from '../../render/tool_text/thread_text.ts'
import { isPausedIn } from '../../rules/agents_paused.ts'
import type { Caller, Eyes } from '../../rules/caller.ts'
import { type Starter, startedBy } from '../../rules/one_human.ts'
import { isHubGuest, seatIn } from '../../rules/may_read/readable.ts'
import { capabilities, type Standing, standingKey } from '../../rules/rights.ts'
import { isClosedTo } from '../../rules/thread_acts.ts'
import type { ToolParts } from '../tool_parts.ts'
import { postsAsFields } from '../threads/post_fields.ts'
import { iso } from '../../rules/units.ts'

/** A page as text and as fields. */
interface Printed {
  readonly printed: ThreadText
  readonly fields: ReturnType<typeof fieldsOf>
  /** by all else that an answer with this text depends on */
  readonly answers: Map<string, ReturnType<typeof answerOf>>
}

/**
 * Caches the printed text of a page for all readers who share it: one post may wake nine thousand. Readers who see
 * themselves, their human or their agents in it get a printing of their own. It lives as long as the page: a cache among
 * the parts would have to be told when a page is no longer needed.
 */
const printings = new WeakMap<ThreadPage, Map<string, Promise<Printed>>>()

export function printedOnce(parts: ToolParts, page: ThreadPage, asked: ThreadAsked, reader: Eyes): Promise<Printed> {
  const eyes = eyesOn(page, reader)
  const key = `${eyes.id ?? ''} ${eyes.human_id ?? ''}`
  let printed = printings.get(page)
  if (!printed) printings.set(page, (printed = new Map()))
  let printing = printed.get(key)
  if (!printing) printed.set(key, (printing = printedFor(parts, page, asked, eyes)))
  return printing
}

async function printedFor(
  { config, pool }: ToolParts,
  page: ThreadPage,
  { before, after }: ThreadAsked,
  eyes: Eyes,
): Promise<Printed> {
  const view = before === undefined && after === undefined ? 'newest' : 'around'
  const from = after === undefined ? 'newest' : 'oldest'
  const data = threadData(page)
  const posts = postsAsFields()
  const inData = { besidesPosts: JSON.stringify(data).length, ofPost: posts.size }
  const printed = await pool.print((fragment) =>
    threadText(page, { view, from, eyes, origin: config.baseUrl, inData }, fragment),
  )
  const after_seq = (before === undefined && printed.last_seq) || page.last_seq
  const next = { since: threadVersion(page.version), after_seq }
  return { printed, fields: fieldsOf(data, printed, posts, next), answers: new Map() }
}

const fieldsOf = (
  data: ReturnType<typeof threadData>,
  { first_seq, posts, has_older, has_newer }: ThreadText,
  { of }: ReturnType<typeof postsAsFields>,
  next: { readonly since: string; readonly after_seq: number },
) => Object.assign(data, present({ first_seq }), { posts: posts.map(of), has_older, has_newer, next })

/** How a wait ended. */
export interface Ended {
  readonly changed: boolean
  /** the reader came with the version that stands, and asked for nothing beside it */
  readonly knowsVersion: boolean
}

/** Made once for all readers of a printing who stand alike in the thread. */
export function answeredOnce(printing: Printed, opened: OpenThread, caller: Caller, ended: Ended | undefined) {
  const standing = standingIn(opened, caller)
  const key = `${ended?.changed} ${ended?.knowsVersion} ${caller.kind} ${standingKey(standing)}`
  let answer = printing.answers.get(key)
  if (!answer) printing.answers.set(key, (answer = answerOf(printing, opened, { kind: caller.kind, standing, ended })))
  return answer
}

interface AnsweredTo {
  readonly kind: Caller['kind']
  readonly standing: Standing
  /** absent without a wait */
  readonly ended: Ended | undefined
}

function answerOf({ printed, fields }: Printed, opened: OpenThread, { kind, standing, ended }: AnsweredTo) {
  const pace = paceOf(opened, kind)
  const changed = ended?.changed
  const unchanged = changed === false
  const saysNothing = unchanged && fields.posts.length === 0
  const knowsAll = saysNothing && ended?.knowsVersion === true
  const text = saysNothing ? threadNamed(opened.page) : printed.text
  return {
    text: lines([
      text,
      belowThread(present({ pace, next: fields.next, unchanged, outside: outsideOf(opened), paused: standing.paused })),
    ]),
    data: knowsAll
      ? Object.assign(whereItStands(fields), present({ pace, changed }))
      : Object.assign({}, fields, present({ pace, changed }), { capabilities: capabilities(standing) }),
  }
}

/** All that a reader needs who came with this version: whoever waits all day is answered so thousands of times. */
const whereItStands = ({ thread_id, status, version, last_seq, posts, has_newer, next }: Printed['fields']) => ({
  thread_id,
  status,
  version,
  last_seq,
  posts,
  has_newer,
  next,
})

/** For a reader without a seat in the public hub or the thread: where to take one. */
function outsideOf({ page: { hub }, seats, removed }: OpenThread) {
  if (seatIn(seats) !== undefined || hub.slug === undefined) return undefined
  return hub.audience === 'public' ? { hub: hub.slug, removed } : undefined
}

function paceOf({ run }: OpenThread, is: Caller['kind']) {
  const at = is === 'agent' && run !== undefined ? nextAgentPostAt(run as Run) : undefined
  if (at === undefined) return undefined
  return { agent_run: (run as Run).posts, next_agent_post_at: iso(at) }
}

const starterOf = ({ starter: { id, human } }: ThreadPage): Starter =>
  presentAs({ starter_id: id, starter_human_id: human?.id })

function standingIn(opened: OpenThread, caller: Caller): Standing {
  const { page, seats, removed, mode, agents_paused, human_seat } = opened
  const asked = {
    by: caller,
    seat: seatIn(seats),
    hub_guest: isHubGuest(seats),
    mode,
    guests: page.accepts_guests,
    maker: startedBy(starterOf(page), caller),
    removed,
    paused: isPausedIn({ agents_paused, hub_seat: seats.hub_seat, human_seat }, caller),
  }
  return Object.assign(asked, { closed: isClosedTo(asked, threadStanding(opened)) })
}
