import { participant } from '../../../actors/participant/index.ts'
import { firstLeased, noteFetched, readInbox, readOver } from '../../reading/home/inbox.ts'
import type { InboxItem } from '../../records/home/inbox_item.ts'
import type { InboxCounts } from '../../records/home/inbox_view.ts'
import { present, presentAs, unlessEmpty } from '../../records/present.ts'
import { jsonCharacters, jsonOfReading } from '../../render/cut_to_size.ts'
import { type InboxEnd, itemText, namesWithin } from '../../render/tool_text/inbox_text.ts'
import { waysSaid } from '../../render/tool_text/inbox_ways.ts'
import { lines, printed } from '../../render/markdown/md.ts'
import type { Caller } from '../../rules/caller.ts'
import { asksForDecision, givesWork } from '../../rules/events.ts'
import { reads } from '../../rules/limits.ts'
import { seconds } from '../../rules/units.ts'
import type { Call } from '../tool.ts'
import { stillAllowed } from './still_allowed.ts'

/** The inbox half of show_svc's arguments. */
interface InboxAsked {
  after?: number
  wait?: number | boolean
  lease?: number
  limit?: number
  classes?: string[]
}
type ShowCall = Call<InboxAsked>

interface InboxPage extends Found {
  /** how much the inbox holds, as read with these items */
  readonly inbox: InboxCounts
  /** there are so many items that each is shown in fewer words */
  readonly brief?: boolean
}

interface Found {
  readonly items: readonly InboxItem[]
  readonly more: boolean
  /** items that ask for nothing any more */
  readonly over?: ReadonlySet<number> | undefined
  /** the cursor, when it is not that of the last item */
  readonly upTo?: number
  readonly data: Record<string, any>
}

export const inboxEnd = (
  { more, data: { cursor, lease } }: InboxPage,
  { lease: leasing, classes }: InboxAsked,
): InboxEnd => presentAs({ more, cursor, lease, leasing, classes: unlessEmpty(classes) })

/** What ends the wait of a page besides the inbox. A page shows every item as it comes, those that wake no agent too. */
interface Beside {
  readonly actors: readonly string[]
  readonly moved: () => Promise<boolean>
}

/** A page of unacknowledged items; with `wait` held until something wakes the caller. */
export async function inboxPage(call: ShowCall, beside?: Beside): Promise<InboxPage> {
  const { input, caller, parts } = call
  const held = secondsOf(input.wait)
  const began = performance.now()
  const { look, cursor } = looking(call)
  const found = held === 0 ? await look() : await holdFor(call, held, look, beside)
  const { items, brief } = await fitting(call, found.items)
  const page = { ...found, items, brief, more: found.more || items.length < found.items.length }
  const last = items.at(-1)
  if (last)
    void noteFetched(parts.sql, caller.id, last.seq).catch((err: unknown) =>
      parts.log.warn({ err }, 'a fetch mark was not written'),
    )
  return {
    ...page,
    over: await readOver(parts.sql, call.reader, items),
    data: {
      ...page.data,
      items: items.map((item) => shown(item, { brief, baseUrl: parts.config.baseUrl })),
      cursor: found.upTo ?? last?.seq ?? cursor(),
      more: page.more,
      ...present({ waited_ms: held === 0 ? undefined : Math.round(performance.now() - began) }),
    },
  }
}

/** Counts before it reads: most often a wait finds nothing in the inbox. */
function looking(call: ShowCall) {
  const { input, caller, parts } = call
  let after: number | undefined
  return {
    look: async (): Promise<InboxPage> => {
      const inbox = await parts.inboxesCounted.of(caller.id)
      // a cursor past the end would skip items that arrive during the wait
      after ??= Math.min(input.after ?? 0, inbox.last_seq)
      if (inbox.unacked === 0 || inbox.last_seq <= after) return { items: [], more: false, data: {}, inbox }
      const found = await (input.lease === undefined ? pageAfter(call, after) : leasedAfter(call, after, input.lease))
      return { ...found, inbox: found.items.length === 0 ? inbox : await parts.inboxesCounted.of(caller.id) }
    },
    cursor: () => after,
  }
}

interface Fitting {
  readonly items: readonly InboxItem[]
  readonly brief: boolean
}

/** As many items as fit into the result's text and data, and at least one. Where not all do, each takes less of it. */
async function fitting({ caller, parts }: ShowCall, items: readonly InboxItem[]): Promise<Fitting> {
  if (items.length <= alwaysFit) return { items, brief: false }
  const { baseUrl } = parts.config
  const asking = 2 * JSON.stringify((await parts.linkRequests.to(caller)) ?? []).length
  // measured as if all were open: an item that is over has no such line
  const ways = waysSaid(items, { assistant: false, isOver: () => false })
  const fit = (brief: boolean): number => {
    let left = jsonOfReading - asking
    const most = items.findIndex((item, at) => {
      const said = lines([itemText(item, { over: asksForDecision(item) || givesWork(item), brief }), ways[at]])
      left -= JSON.stringify(shown(item, { brief, baseUrl })).length + jsonCharacters(printed(said)) + 3
      return left < 0 && at > 0
    })
    return most === -1 ? items.length : most
  }
  if (fit(false) === items.length) return { items, brief: false }
  return { items: items.slice(0, fit(true)), brief: true }
}

/** Fewer items are not measured: with a note of full length each stays far below the limit. */
const alwaysFit = 20

const secondsOf = (wait: number | boolean | undefined): number =>
  wait === true ? reads.wait.defaultSeconds : wait === false || wait === undefined ? 0 : wait

/** Registers before it looks, so that no item is missed in between. Quiet items are returned but end no agent's wait. */
async function holdFor(
  call: ShowCall,
  held: number,
  look: () => Promise<InboxPage>,
  beside: Beside | undefined,
): Promise<InboxPage> {
  const { caller, parts, client } = call
  // the credential may have been revoked during the wait, or the link: the caller then gets nothing and leases nothing
  const lookAgain = async () => {
    await stillAllowed(parts, caller)
    return look()
  }
  const woken = await parts.waits.hold({
    participant: caller.id,
    actor: caller.id,
    ...present({ also: beside?.actors }),
    milliseconds: seconds(held),
    signal: client.leaving ?? client.signal,
    ...endsWith(client.caller),
    request: client.request,
    async check() {
      const [latest, moved] = await Promise.all([lookAgain(), beside?.moved()])
      // a leased item is this copy's now, so it is returned even if it wakes no caller
      const any = call.input.lease !== undefined || beside !== undefined
      const ends = any ? latest.items.length > 0 : latest.items.some(({ wakes }) => wakes)
      return moved || ends ? latest : undefined
    },
  })
  // quiet items that arrived during the wait are returned at its end
  return woken ?? (await lookAgain())
}

/** A page whose session ends is left by whoever ended it, and its browser would tell of a refusal as of a fault. */
const endsWith = ({ connection, credential_id }: Caller) => (connection === 'session' ? {} : { credential_id })

async function pageAfter({ input, caller, reader, parts }: ShowCall, after: number): Promise<Found> {
  const limit = input.limit ?? reads.inbox.page
  return { ...(await readInbox(parts.sql, reader, caller.id, { after, limit, classes: input.classes })), data: {} }
}

/** Returns at most one item, leased to this copy of the agent. */
async function leasedAfter(
  { input, caller, reader, parts, ask, mint }: ShowCall,
  after: number,
  lasts: number,
): Promise<Found> {
  const lease_id = mint('lease')
  const { seq, until } = await ask(participant, caller.id, 'lease', {
    lease_id,
    seconds: lasts,
    after,
    ...present({ classes: input.classes }),
  })
  if (seq === undefined || until === undefined) return { items: [], more: false, data: {} }
  const { items: next } = await readInbox(parts.sql, reader, caller.id, { after: seq - 1, limit: 1 })
  // empty when another copy acknowledged it in the meantime: the item after it is not leased
  const items = next.filter((item) => item.seq === seq)
  // the cursor stays below an item that another copy leases, which comes back once that lease ends
  const now = new Date(parts.clock.now())
  const held = await firstLeased(parts.sql, caller.id, { after, classes: input.classes, now })
  const upTo = held !== undefined && held < seq ? held - 1 : seq
  return { items, more: false, upTo, data: { lease: { seq, until, lease_id } } }
}

function shown(item: InboxItem, { brief, baseUrl }: { readonly brief: boolean; readonly baseUrl: string }): object {
  const {
    at,
    leased_until,
    from_handle: _,
    hub_slug: __,
    post_thread: ___,
    note: ____,
    reported_as: _____,
    reported,
    hub_id,
    ...rest
  } = item
  return {
    ...rest,
    ...present({ hub_id: brief && namesWithin(item) ? undefined : hub_id }),
    at: at.toISOString(),
    ...present({ reported_id: reported?.id, leased_until: leased_until?.toISOString() }),
    url: baseUrl + pathOf(item),
  }
}

/** The path of the page that shows an item's subject; account items are shown in the settings. */
function pathOf(item: InboxItem): string {
  const { thread_id = item.post_thread, post_id, task_id, pad_id, dm_id, hub_slug } = item
  if (dm_id !== undefined) return `/dm/${dm_id}`
  if (thread_id !== undefined && task_id !== undefined) return `/t/${thread_id}#${task_id}`
  if (thread_id !== undefined) return `/t/${thread_id}${post_id === undefined ? '' : `/m/${post_id}`}`
  if (pad_id !== undefined) return `/p/${pad_id}`
  return hub_slug === undefined ? '/settings' : `/h/${hub_slug}`
}
