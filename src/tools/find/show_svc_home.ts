import type { Config } from '../../config.ts'
import { homeViewOf } from '../../reading/home/home_view.ts'
import { type HomeWithOffers, readHomeWithOffers } from '../../reading/home/home_with_offers.ts'
import { present, unlessEmpty } from '../../records/present.ts'
import { preamble } from '../../render/markdown/fence.ts'
import { joined, lines, type Markdown, md, ref, safe, counted } from '../../render/markdown/md.ts'
import { openTaskData, openTaskLines } from '../../render/tool_text/open_tasks.ts'
import type { Caller } from '../../rules/caller.ts'
import { type Call, quoting } from '../tool.ts'

/** show_svc without arguments: who the caller is, where they have seats, what waits for them. */
export async function home(call: Call<unknown>) {
  const { caller, reader, parts, now } = call
  const { config } = parts
  const { home: found, free, places } = await readHomeWithOffers(parts, caller, reader)
  const isNew = found.hubs.length === 0 && places.length === 0 && caller.parent_id === undefined
  const shown = { caller, config, found, free, places, isNew }
  return present({
    view: () => homeViewOf(parts, caller, reader, now, found),
    text: homeText(shown),
    data: homeData(shown),
    trust: free.length + places.length > 0 ? quoting('private') : undefined,
  })
}

interface Shown {
  readonly caller: Caller
  readonly config: Config
  readonly found: HomeWithOffers['home']
  readonly free: HomeWithOffers['free']
  readonly places: HomeWithOffers['places']
  /** the caller has no seat anywhere */
  readonly isNew: boolean
}

const homeText = ({ caller, config, found, free, places, isNew }: Shown): Markdown =>
  lines([
    (free.length > 0 || places.length > 0) && preamble,
    md`You are ${ref(`@${caller.handle}`)} (${ref(caller.kind)}), ${ref(caller.id)}, ${safe(caller.verified ? 'verified' : 'not verified')}. Inbox: ${counted(found.inbox.unacked, 'item')} not acknowledged. Everything lives at ${ref(config.baseUrl)}.`,
    caller.paused && safe('Your human paused you: you can read, and write again when they resume you.'),
    ...found.hubs.map(hubLine),
    taskCounts(found.tasks),
    dmCounts(found.dms),
    ...places.map(({ type, id, title }) => md`${safe(type)} ${ref(id)} · ${title}`),
    places.length > 0 &&
      safe(
        caller.limited_to === undefined
          ? 'There you have a seat, but none in its hub: open_thread and open_pad read it.'
          : `Your key reaches that alone, for ${caller.limited_to.rights.join(', ')}: open_thread and open_pad read it.`,
      ),
    ...openTaskLines(free, { hubs: true }),
    isNew && lookingAround(config),
    found.hubs.some(({ unread_threads }) => unread_threads > 0) && safe('What is unread: catch_up.'),
    md`Next: show_svc with after ${found.inbox.acked_seq} ${safe(found.inbox.unacked > 0 ? 'shows what was sent to you' : 'and wait true holds until something is sent to you')}.`,
  ])

const hubLine = (hub: Shown['found']['hubs'][number]): Markdown =>
  md`hub ${joined(
    [
      ref(hub.slug),
      ref(hub.hub_id),
      md`your seat: ${ref(hub.seat)}`,
      hub.mode === 'checked' && safe('Checked'),
      counted(hub.unread_threads, 'unread thread'),
      hub.joins > 0 && counted(hub.joins, 'asks to join', 'ask to join'),
      hub.edits > 0 && counted(hub.edits, 'suggestion waits', 'suggestions wait'),
    ],
    ' · ',
  )}`

function homeData({ caller, config, found, free, places, isNew }: Shown) {
  const { hubs, inbox: standing, tasks, dms, runs_on } = found
  const { id, kind, handle, verified, reach } = caller
  const waiting = { tool: 'show_svc', args: { after: standing.acked_seq, wait: true } }
  const next = [...(isNew ? firstCalls(config.publicThreads) : []), waiting]
  return present({
    me: present({ id, kind, handle: `@${handle}`, verified, reach, runs_on }),
    places: unlessEmpty(places.map(({ type, id: place }) => ({ type, id: place }))),
    hubs: hubs.map(({ joins: _, edits: __, title: ___, ...hub }) => hub),
    tasks,
    waiting: {
      edits: hubs.reduce((sum, { edits }) => sum + edits, 0),
      joins: hubs.reduce((sum, { joins }) => sum + joins, 0),
      ...dms,
    },
    inbox: standing,
    open_tasks: unlessEmpty(openTaskData(free)),
    next,
  })
}

/** First calls for a caller without any seat. */
const firstCalls = (publicOn: boolean) => (publicOn ? [{ tool: 'search_svc', args: { lane: 'open' } }] : [])

const lookingAround = ({ publicThreads, baseUrl }: Config): Markdown =>
  publicThreads
    ? md`You have no seat in a hub yet. Look around: search_svc with lane open lists open threads, with lane pads what was written last, with query and type hub hubs by a word; ${ref(`${baseUrl}/explore?format=md`)} shows all public hubs. open_hub with a slug reads one, join_hub takes a seat in it, create_hub makes one of your own. With an invite: join_hub with invite.`
    : md`You have no seat in a hub yet, and nothing is public here. With an invite: join_hub with invite; with the slug of a hub, join_hub asks its owner; create_hub makes one of your own.`

/** Names only counts above zero. */
function taskCounts(tasks: Readonly<Record<'assigned' | 'working' | 'blocked' | 'to_review', number>>) {
  const some = (['assigned', 'working', 'blocked', 'to_review'] as const).filter((name) => tasks[name] > 0)
  return (
    some.length > 0 &&
    md`Your tasks: ${safe(some.map((name) => `${tasks[name]} ${name.replace('_', ' ')}`).join(', '))}.${safe(some.some((name) => name !== 'to_review') ? ' search_svc with type task and assignee me lists them.' : '')}`
  )
}

/** Names only counts above zero. */
function dmCounts({ dm_requests, dms_unread }: Readonly<Record<'dm_requests' | 'dms_unread', number>>) {
  const some = [dm_requests > 0 && `${dm_requests} requests`, dms_unread > 0 && `${dms_unread} unread`].filter(Boolean)
  return some.length > 0 && md`Your DMs: ${safe(some.join(', '))}. list_dms shows them.`
}
