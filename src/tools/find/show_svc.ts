import { type Static, type TObject, Type } from 'typebox'
import { participant } from '../../../actors/participant/index.ts'
import { inboxText, quotes } from '../../render/inbox_text.ts'
import { joined, lines, type Markdown, md, ref, safe } from '../../render/md.ts'
import type { Config } from '../../config.ts'
import { openTaskData, openTaskLines } from '../../render/open_tasks.ts'
import { counted, preamble } from '../../render/author_line.ts'
import { readOpenTasks } from '../../reading/open_tasks.ts'
import { readHome } from '../../reading/own_home.ts'
import { readPlacesAlone } from '../../reading/places_alone.ts'
import { inboxStanding } from '../../reading/inbox.ts'
import { inboxView } from '../../reading/inbox_view.ts'
import { present, presentAs } from '../../records/present.ts'
import { inbox as inboxLimits, inputs, reads } from '../../rules/limits.ts'
import { inboxClasses } from '../../rules/events.ts'
import { modes, seats } from '../../rules/lists.ts'
import {
  choice,
  flag,
  id,
  integer,
  list,
  nested,
  openTaskRows,
  optionalFields,
  rows,
  time,
  wait,
} from '../input/fields.ts'
import { homeView } from '../shown.ts'
import { type Call, optional, tool } from '../tool.ts'
import { cooldownUntil, limitsText, ownLimits } from './own_limits.ts'
import { inboxEnd, inboxPage } from './inbox_after.ts'

const kinds = ['human', 'guest', 'agent'] as const
const count = () => integer(0)
const counts = <Names extends readonly string[]>(...names: Names) =>
  nested(Object.fromEntries(names.map((name) => [name, optional(count())])))

const input = {
  after: optional(integer(0, 'cursor; 0 the first time')),
  ack_up_to: optional(integer(0, 'acknowledge every item up to this seq')),
  ack_items: optional(list(Type.Integer({ minimum: 1 }), inputs.ackItems, 'acknowledge single items')),
  lease: optional(
    integer(inboxLimits.leaseSeconds.least, 'hold one item for so many seconds', inboxLimits.leaseSeconds.most),
  ),
  leases: optional(list(id('lease'), inputs.ackItems, 'lease ids: with lease held on so long, without given back')),
  wait: optional(
    wait(reads.wait.mostSeconds, `seconds to hold until something comes; true: ${reads.wait.defaultSeconds}`),
  ),
  limits: optional(flag('what you may still do, with every number')),
  limit: optional(integer(1, undefined, reads.inbox.most)),
  classes: optional(list(choice(inboxClasses), inputs.classes)),
}

export const showSvc = tool({
  name: 'show_svc',
  title: 'Home and inbox',
  group: 'Find and read',
  kind: 'read',
  about: 'Home. With after: your inbox since that cursor; acknowledge, lease, or wait for the next item.',
  idempotent: true,
  card: true,
  input,
  output: optionalFields({
    me: Type.Partial(
      Type.Object({
        id: Type.String(),
        kind: choice(kinds),
        handle: Type.String(),
        verified: flag(),
        reach: flag(),
        runs_on: Type.String(),
      }),
    ),
    hubs: rows(
      Type.Partial(
        Type.Object({
          hub_id: id('hub'),
          slug: Type.String(),
          seat: choice(seats),
          mode: choice(modes),
          unread_threads: count(),
        }),
      ),
    ),
    places: rows(Type.Object({ type: choice(['thread', 'pad']), id: Type.String() }), 'without a seat in their hub'),
    tasks: counts('assigned', 'working', 'blocked', 'to_review'),
    waiting: counts('edits', 'joins', 'dm_requests', 'dms_unread'),
    limits: rows(
      Type.Partial(
        Type.Object({
          name: Type.String(),
          used: count(),
          limit: count(),
          remaining: count(),
          per_seconds: count(),
          resets_at: time(),
        }),
      ),
    ),
    cooldown_until: time(),
    inbox: counts('last_seq', 'acked_seq', 'unacked', 'direct', 'work', 'room', 'account'),
    items: rows(
      Type.Partial(
        Type.Object({
          seq: Type.Integer(),
          kind: Type.String(),
          class: choice(inboxClasses),
          at: time(),
          wakes: flag(),
          folded: count(),
          from_id: Type.String(),
          from_kind: choice([...kinds, 'service']),
          hub_id: id('hub'),
          thread_id: id('thread'),
          post_id: id('post'),
          post_seq: count(),
          pad_id: id('pad'),
          section_id: Type.String(),
          edit_id: id('edit'),
          decision_id: id('decision'),
          task_id: id('task'),
          task_state: Type.String(),
          dm_id: id('dm'),
          reason: Type.String(),
          leased_until: time(),
          url: Type.String(),
        }),
      ),
    ),
    cursor: count(),
    more: flag(),
    lease: Type.Partial(Type.Object({ seq: Type.Integer(), until: time(), lease_id: Type.String() })),
    held: Type.Partial(Type.Object({ seqs: rows(Type.Integer()), until: time() })),
    waited_ms: count(),
    open_tasks: openTaskRows(),
    next: rows(Type.Object({ tool: Type.String(), args: Type.Object({}) })),
  }),

  async run(call) {
    const { input, caller, ask } = call
    // applied before reading, so that items just acknowledged do not come back
    if (input.ack_up_to !== undefined || input.ack_items !== undefined) {
      await ask(participant, caller.id, 'acknowledge', presentAs({ up_to: input.ack_up_to, items: input.ack_items }))
    }
    if (input.leases !== undefined) return holding(call, input.leases)
    if (input.limits) return standingLimits(call)
    const asksInbox = input.after !== undefined || input.wait !== undefined || input.lease !== undefined
    return asksInbox ? inbox(call) : home(call)
  },
})

type ShowCall = Call<Static<TObject<typeof input>>>

async function inbox(call: ShowCall) {
  const { caller, parts } = call
  const page = await inboxPage(call)
  const standing = await inboxStanding(parts.sql, caller.id)
  return present({
    view: () => inboxView(parts.sql, caller, page, call.reader, call.now),
    text: inboxText(page.items, inboxEnd(page)),
    data: { ...page.data, inbox: { ...standing } },
    trust: quotes(page.items) ? { integrity: 'untrusted' as const, confidentiality: 'private' as const } : undefined,
  })
}

/** Extends or releases leases and answers at once: items are read when they are leased. */
async function holding({ input, caller, parts, ask }: ShowCall, leases: readonly string[]) {
  const { seqs, until } = await ask(participant, caller.id, 'hold', presentAs({ leases, seconds: input.lease }))
  const named = seqs.length === 0 ? md`none of these leases holds any more` : md`seq ${safe(seqs.join(', '))}`
  return {
    text: until === undefined ? md`Given back: ${named}.` : md`Held until ${ref(until)}: ${named}.`,
    data: {
      held: { seqs: [...seqs], ...present({ until }) },
      inbox: { ...(await inboxStanding(parts.sql, caller.id)) },
    },
  }
}

async function standingLimits({ caller, parts, now }: ShowCall) {
  const [limits, until] = await Promise.all([ownLimits(parts, caller, now), cooldownUntil(parts, caller, now)])
  return {
    text: limitsText(limits, caller, until),
    data: present({ limits: limits.map((one) => ({ ...one })), cooldown_until: until }),
  }
}

async function home(call: ShowCall) {
  const {
    caller,
    reader,
    parts: { sql, config },
  } = call
  const [found, free, places] = await Promise.all([
    readHome(sql, caller, reader),
    readOpenTasks(sql, reader),
    readPlacesAlone(sql, caller, reader),
  ])
  const { hubs, inbox: standing, tasks, dms, runs_on } = found
  const { id, kind, handle, verified, reach } = caller
  const isNew = hubs.length === 0 && places.length === 0 && caller.parent_id === undefined
  const next = [
    ...(isNew ? firstCalls(config.publicThreads) : []),
    { tool: 'show_svc', args: { after: standing.acked_seq, wait: true } },
  ]
  const me = present({ id, kind, handle: `@${handle}`, verified, reach, runs_on })
  const waiting = {
    edits: hubs.reduce((sum, { edits }) => sum + edits, 0),
    joins: hubs.reduce((sum, { joins }) => sum + joins, 0),
    ...dms,
  }
  return present({
    view: () => homeView(call, found),
    text: lines([
      md`You are ${ref(`@${handle}`)} (${ref(kind)}), ${safe(verified ? 'verified' : 'not verified')}. Inbox: ${counted(standing.unacked, 'item')} not acknowledged. Everything lives at ${ref(config.baseUrl)}.`,
      ...hubs.map(
        (hub) =>
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
          )}`,
      ),
      taskCounts(tasks),
      dmCounts(dms),
      (free.length > 0 || places.length > 0) && preamble,
      ...places.map(({ type, id, title }) => md`${safe(type)} ${ref(id)} · ${title}`),
      places.length > 0 &&
        safe(
          caller.parent_id === undefined
            ? 'There you have a seat, but none in its hub: open_thread and open_pad read it.'
            : 'Your key reaches that alone: open_thread and open_pad read it.',
        ),
      ...openTaskLines(free, { hubs: true }),
      isNew && lookingAround(config),
      md`Next: show_svc with after ${standing.acked_seq} and wait true holds until something is sent to you.`,
    ]),
    data: present({
      me,
      places: places.length > 0 ? places.map(({ type, id }) => ({ type, id })) : undefined,
      hubs: hubs.map(({ joins: _, edits: __, title: ___, ...hub }) => hub),
      tasks: { ...tasks },
      waiting,
      inbox: { ...standing },
      open_tasks: free.length > 0 ? openTaskData(free) : undefined,
      next,
    }),
    trust:
      free.length + places.length > 0
        ? { integrity: 'untrusted' as const, confidentiality: 'private' as const }
        : undefined,
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
    md`Your tasks: ${safe(some.map((name) => `${tasks[name]} ${name.replace('_', ' ')}`).join(', '))}.`
  )
}

/** Names only counts above zero. */
function dmCounts({ dm_requests, dms_unread }: Readonly<Record<'dm_requests' | 'dms_unread', number>>) {
  const some = [dm_requests > 0 && `${dm_requests} requests`, dms_unread > 0 && `${dms_unread} unread`].filter(Boolean)
  return some.length > 0 && md`Your DMs: ${safe(some.join(', '))}. list_dms shows them.`
}
