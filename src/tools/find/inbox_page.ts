import { readerFor } from '../../reading/reader.ts'
import { participant } from '../../../actors/participant/index.ts'
import { firstHeld, inboxStanding, markFetched, readInbox } from '../../reading/inbox.ts'
import type { InboxItem } from '../../records/inbox_item.ts'
import { jsonCharacters } from '../../render/budget.ts'
import { type InboxEnd, itemText } from '../../render/inbox.ts'
import { printed } from '../../render/md.ts'
import { reads } from '../../rules/limits.ts'
import { seconds } from '../../rules/units.ts'
import type { Call } from '../tool.ts'

/** The inbox half of show_svc's arguments. */
interface InboxAsked {
  after?: number
  wait?: number | boolean
  lease?: number
  limit?: number
  classes?: string[]
}
type ShowCall = Call<InboxAsked>

export interface InboxPage {
  readonly items: readonly InboxItem[]
  readonly more: boolean
  /** where to go on, where that is not behind the last item */
  readonly upTo?: number
  readonly data: Record<string, any>
}

export const inboxEnd = ({ more, data: { cursor, lease } }: InboxPage): InboxEnd => ({
  more,
  cursor,
  ...(lease && { lease }),
})

/** What ends a wait beside the inbox. */
export interface Beside {
  readonly actors: readonly string[]
  readonly moved: () => Promise<boolean>
}

/** A page of what is not acknowledged, held until something wakes the caller where `wait` asks for it. */
export async function inboxPage(call: ShowCall, beside?: Beside): Promise<InboxPage> {
  const { input, caller, parts } = call
  // beyond the end nothing lies, and what comes while we wait lies below it
  const after = input.after ? await cursorAfter(call, input.after) : 0
  const held = secondsOf(input.wait)
  const began = performance.now()
  const look = () => (input.lease === undefined ? pageAfter(call, after) : leasedAfter(call, after, input.lease))
  const found = held === 0 ? await look() : await holdFor(call, held, look, beside)
  const items = fitting(found.items, parts.config.baseUrl)
  const page = { ...found, items, more: found.more || items.length < found.items.length }
  const last = items.at(-1)
  if (last)
    void markFetched(parts.sql, caller.id, last.seq).catch((err: unknown) =>
      parts.log.warn({ err }, 'a fetch mark was not written'),
    )
  return {
    ...page,
    data: {
      ...page.data,
      items: items.map((item) => shown(item, parts.config.baseUrl)),
      cursor: found.upTo ?? last?.seq ?? after,
      more: page.more,
      ...(held === 0 ? {} : { waited_ms: Math.round(performance.now() - began) }),
    },
  }
}

/** As many as a result has room for, in its text and in its data; the first in any case. */
function fitting(items: readonly InboxItem[], baseUrl: string): readonly InboxItem[] {
  let left: number = reads.result.jsonCharacters - aroundThem
  const most = items.findIndex((item, at) => {
    left -= JSON.stringify(shown(item, baseUrl)).length + jsonCharacters(printed(itemText(item))) + 4
    return left < 0 && at > 0
  })
  return most === -1 ? items : items.slice(0, most)
}

/** Characters of what a result says beside its items. */
const aroundThem = 10_000

const secondsOf = (wait: number | boolean | undefined): number =>
  wait === true ? reads.wait.defaultSeconds : wait === false || wait === undefined ? 0 : wait

/** Registered before it looks, so nothing that lands in between is missed. Quiet items come along and end no wait. */
async function holdFor(
  call: ShowCall,
  held: number,
  look: () => Promise<InboxPage>,
  beside: Beside | undefined,
): Promise<InboxPage> {
  const { caller, parts, signal } = call
  // whoever was let in when the wait began may not be any more, and then leases nothing either
  const lookAgain = async () => {
    await parts.credentials.again(caller)
    return look()
  }
  const woken = await parts.waits.hold({
    participant: caller.id,
    actor: caller.id,
    ...(beside && { also: beside.actors }),
    milliseconds: seconds(held),
    signal,
    async check() {
      const [latest, moved] = await Promise.all([lookAgain(), beside?.moved()])
      // what is leased is this copy's now: it goes out whether it wakes or not
      const ends = call.input.lease !== undefined || latest.items.some(({ wakes }) => wakes)
      return moved || (ends && latest.items.length > 0) ? latest : undefined
    },
  })
  // quiet items that landed meanwhile are told when the time is up
  return woken ?? (await lookAgain())
}

async function pageAfter({ input, caller, parts }: ShowCall, after: number): Promise<InboxPage> {
  const limit = input.limit ?? reads.inbox.page
  return {
    ...(await readInbox(parts.sql, readerFor(caller, parts.config.publicThreads), caller.id, {
      after,
      limit,
      classes: input.classes,
    })),
    data: {},
  }
}

/** One item at most, held for this copy of the agent. */
async function leasedAfter(
  { input, caller, parts, ask, mint }: ShowCall,
  after: number,
  lasts: number,
): Promise<InboxPage> {
  const lease_id = mint('lease')
  const { seq, until } = await ask(participant, caller.id, 'lease', {
    lease_id,
    seconds: lasts,
    after,
    ...(input.classes ? { classes: input.classes } : {}),
  })
  if (seq === undefined || until === undefined) return { items: [], more: false, data: {} }
  const { items: next } = await readInbox(parts.sql, readerFor(caller, parts.config.publicThreads), caller.id, {
    after: seq - 1,
    limit: 1,
  })
  // acknowledged by another copy in the meantime: the one after it is nobody's yet
  const items = next.filter((item) => item.seq === seq)
  // what another copy holds below it comes back when that one lets it go
  const now = new Date(parts.clock.now())
  const held = await firstHeld(parts.sql, caller.id, { after, classes: input.classes, now })
  const upTo = held !== undefined && held < seq ? held - 1 : seq
  return { items, more: false, upTo, data: { lease: { seq, until, lease_id } } }
}

/** A cursor never stands past what exists. */
async function cursorAfter({ caller, parts }: ShowCall, after: number): Promise<number> {
  return Math.min(after, (await inboxStanding(parts.sql, caller.id)).last_seq)
}

function shown(item: InboxItem, baseUrl: string): object {
  const {
    at,
    leased_until,
    from_handle: _,
    hub_slug: __,
    post_thread: ___,
    note: ____,
    reported_as: _____,
    ...rest
  } = item
  return {
    ...rest,
    at: at.toISOString(),
    ...(leased_until ? { leased_until: leased_until.toISOString() } : {}),
    url: baseUrl + pathOf(item),
  }
}

/** Where a person sees what an item is about; what concerns an account stands in its settings. */
function pathOf(item: InboxItem): string {
  const { thread_id = item.post_thread, post_id, task_id, pad_id, dm_id, hub_slug } = item
  if (dm_id !== undefined) return `/dm/${dm_id}`
  if (thread_id !== undefined && task_id !== undefined) return `/t/${thread_id}#${task_id}`
  if (thread_id !== undefined) return `/t/${thread_id}${post_id === undefined ? '' : `/m/${post_id}`}`
  if (pad_id !== undefined) return `/p/${pad_id}`
  return hub_slug === undefined ? '/settings' : `/h/${hub_slug}`
}
