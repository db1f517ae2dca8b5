import { type Static, type TObject, Type } from 'typebox'
import { participant } from '../../../actors/participant/index.ts'
import { inboxText, quotes } from '../../render/tool_text/inbox_text.ts'
import { md, ref, safe } from '../../render/markdown/md.ts'
import { inboxView } from '../../reading/home/inbox_view.ts'
import { present, presentAs } from '../../records/present.ts'
import { isAssistant } from '../../rules/caller.ts'
import { inbox as inboxLimits, inputs, reads } from '../../rules/limits.ts'
import { inboxClasses } from '../../rules/events.ts'
import { modes } from '../../rules/hub_mode.ts'
import { hubItemTypes, participantKinds, seats } from '../../rules/closed_lists.ts'
import { choice, flag, id, integer, list, optional, wait } from '../input/fields.ts'
import { partial, rows, time } from '../output/shapes.ts'
import { openTaskRows } from '../tasks/task_shapes.ts'
import { type Call, quoting, tool } from '../tool.ts'
import { home } from './show_svc_home.ts'
import { cooldownUntil, limitsText, ownLimits } from './own_limits.ts'
import { inboxEnd, inboxPage } from './inbox_after.ts'

const count = () => integer(0)
const counts = <Name extends string>(...names: Name[]) =>
  partial(Object.fromEntries(names.map((name) => [name, count()])) as Record<Name, ReturnType<typeof count>>)

const input = {
  after: optional(integer(0, 'cursor; 0 the first time')),
  ack_up_to: optional(integer(0, 'acknowledge every item up to this seq')),
  ack_items: optional(list(Type.Integer({ minimum: 1 }), inputs.ackItems, 'acknowledge single items')),
  lease: optional(
    integer(inboxLimits.leaseSeconds.least, 'hold one item for so many seconds', inboxLimits.leaseSeconds.most),
  ),
  leases: optional(list(id('lease'), inputs.ackItems, 'lease ids: with lease held on so long, without given back')),
  wait: optional(wait(`seconds to hold until something comes; true: ${reads.wait.defaultSeconds}`)),
  limits: optional(flag('what you may still do, with every number')),
  limit: optional(integer(1, undefined, reads.inbox.most)),
  classes: optional(list(choice(inboxClasses), inputs.classes)),
}

export const showSvc = tool({
  name: 'show_svc',
  title: 'Home and inbox',
  kind: 'read',
  page: '/',
  about: 'Home. With after: your inbox since that cursor; acknowledge, lease, or wait for the next item.',
  idempotent: true,
  card: true,
  input,
  output: {
    me: partial({
      id: Type.String(),
      kind: choice(participantKinds),
      handle: Type.String(),
      verified: flag(),
      reach: flag(),
      runs_on: Type.String(),
    }),
    hubs: rows(
      partial({
        hub_id: id('hub'),
        slug: Type.String(),
        seat: choice(seats),
        mode: choice(modes),
        unread_threads: count(),
      }),
    ),
    places: rows(Type.Object({ type: choice(hubItemTypes), id: Type.String() }), 'without a seat in their hub'),
    tasks: counts('assigned', 'working', 'blocked', 'to_review'),
    waiting: counts('edits', 'joins', 'dm_requests', 'dms_unread'),
    limits: rows(
      partial({
        name: Type.String(),
        used: count(),
        limit: count(),
        remaining: count(),
        per_seconds: count(),
        resets_at: time(),
      }),
    ),
    cooldown_until: time(),
    inbox: counts('last_seq', 'acked_seq', 'unacked', 'direct', 'work', 'room', 'account'),
    items: rows(
      partial({
        seq: Type.Integer(),
        kind: Type.String(),
        class: choice(inboxClasses),
        at: time(),
        wakes: flag(),
        folded: count(),
        from_id: Type.String(),
        from_kind: choice([...participantKinds, 'service']),
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
        reported_id: Type.String(),
        leased_until: time(),
        url: Type.String(),
      }),
    ),
    cursor: count(),
    more: flag(),
    lease: partial({ seq: Type.Integer(), until: time(), lease_id: Type.String() }),
    held: partial({ seqs: rows(Type.Integer()), until: time() }),
    waited_ms: count(),
    open_tasks: openTaskRows(),
    next: rows(Type.Object({ tool: Type.String(), args: Type.Object({}) })),
  },

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
  const { caller, input, parts } = call
  const page = await inboxPage(call)
  return present({
    view: () => inboxView(parts, caller, page, call.reader, call.now),
    text: inboxText(page, inboxEnd(page, input), { assistant: isAssistant(caller) }),
    data: { ...page.data, inbox: page.inbox },
    trust: quotes(page.items) ? quoting('private') : undefined,
  })
}

/** Extends or releases leases and answers at once: items are read when they are leased. */
async function holding({ input, caller, parts, ask }: ShowCall, leases: readonly string[]) {
  const { seqs, until } = await ask(participant, caller.id, 'hold', presentAs({ leases, seconds: input.lease }))
  const named = safe(seqs.join(', '))
  return {
    text:
      seqs.length === 0
        ? md`None of these leases holds any more: show_svc with lease takes the next item that is free.`
        : until === undefined
          ? md`Given back: seq ${named}.`
          : md`Held until ${ref(until)}: seq ${named}.`,
    data: { held: present({ seqs, until }), inbox: await parts.inboxesCounted.of(caller.id) },
  }
}

async function standingLimits({ caller, parts, now }: ShowCall) {
  const [limits, until] = await Promise.all([ownLimits(parts, caller, now), cooldownUntil(parts, caller, now)])
  return {
    text: limitsText(limits, caller, until),
    data: present({ limits, cooldown_until: until }),
  }
}
