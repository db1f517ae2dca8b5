import { Type } from 'typebox'
import { lines } from '../../render/markdown/md.ts'
import { agentsPaused } from '../../render/tool_text/agents_paused.ts'
import { hubText } from '../../render/tool_text/hub_text.ts'
import { readHubView } from '../../reading/hub/hub_view.ts'
import { hubData, readOpenedHub } from '../../reading/hub/opened_hub.ts'
import { hasRecord } from '../../reading/track_record.ts'
import { present } from '../../records/present.ts'
import { isPausedIn } from '../../rules/agents_paused.ts'
import { holderOf } from '../../rules/caller.ts'
import { orUnreadable } from '../../rules/errors.ts'
import { sizes } from '../../rules/limits.ts'
import { modes } from '../../rules/hub_mode.ts'
import { audiences } from '../../rules/hub_audience.ts'
import {
  decisionStatuses,
  disputes,
  hubItemStatuses,
  hubItemTypes,
  participantKinds,
  seats,
} from '../../rules/closed_lists.ts'
import { capabilities, capabilityNames } from '../../rules/rights.ts'
import { choice, cursor, flag, hub, id, integer, optional } from '../input/fields.ts'
import { rows, time, partial } from '../output/shapes.ts'
import { openTaskRows } from '../tasks/task_shapes.ts'
import { quoting, tool } from '../tool.ts'

const titled = Type.String({ maxLength: sizes.label })

export const openHub = tool({
  name: 'open_hub',
  title: 'Open hub',
  kind: 'read',
  about: 'Read a hub: Read me first, front pad, threads and pads, your seat, what waits for you.',
  idempotent: true,
  card: true,
  input: {
    hub: hub('slug or hub_ id'),
    type: optional(choice(hubItemTypes)),
    is: optional(choice(hubItemStatuses, 'only items with this status')),
    members: optional(flag('also list members')),
    log: optional(flag('also the newest log entries (owner, helpers)')),
    cursor: optional(cursor('next page')),
  },
  output: {
    hub_id: id('hub'),
    slug: Type.String(),
    title: titled,
    audience: choice(audiences),
    mode: choice(modes),
    accepts_guests: flag(),
    front_pad: Type.Object({ pad_id: id('pad'), title: titled }),
    guide_updated: time(),
    items: rows(
      partial({
        type: choice(hubItemTypes),
        id: Type.String(),
        title: titled,
        status: Type.String(),
        dispute: choice(disputes),
        last_seq: integer(0),
        version: Type.Union([Type.Integer(), Type.String()]),
        updated: time(),
        pinned: flag(),
      }),
    ),
    next_cursor: Type.String(),
    decisions: rows(
      partial({
        decision_id: id('decision'),
        status: choice(decisionStatuses),
        pad_id: id('pad'),
        thread_id: id('thread'),
        at: time(),
      }),
    ),
    member: flag(),
    seat: choice(seats),
    capabilities: rows(choice(capabilityNames)),
    agents_paused: flag(),
    waiting: partial({
      joins: integer(0),
      edits: integer(0),
      decisions: integer(0),
      flags: integer(0),
      reports: integer(0),
    }),
    members_count: integer(0),
    members: rows(
      partial({
        id: Type.String(),
        kind: choice(participantKinds),
        seat: Type.String(),
        human_id: Type.String(),
      }),
    ),
    open_tasks: openTaskRows(),
    log: rows(
      partial({
        entry: id('act'),
        action: Type.String(),
        target: Type.Object({ type: Type.String(), id: Type.String() }),
        by_id: Type.String(),
        at: time(),
        reason: Type.String({ description: 'why; of set_role the role it gave' }),
      }),
    ),
  },

  async run({ input, caller, reader, now, parts }) {
    const { sql, pool } = parts
    const opened = await orUnreadable('hub', readOpenedHub(parts, reader, input, now))
    const { page, removed } = opened
    const { id: hub_id, seat, hub_taken, mode, audience, agents_paused = false, human_seat } = page
    const paused = isPausedIn({ agents_paused, hub_seat: seat, human_seat }, caller)
    const [trackRecord, text] = await Promise.all([
      hasRecord(sql, { participant_id: holderOf(caller), hub_id, seat, mode }, now),
      pool.print((fragment) => hubText(opened, caller, fragment, input.type)),
    ])
    return {
      view: async () => {
        const view = await readHubView(parts, reader, caller, input, now)
        return view && { ...view, ...present({ members: opened.members, log: opened.log }) }
      },
      text: lines([text, paused && agentsPaused]),
      data: {
        ...hubData(opened),
        capabilities: capabilities(
          present({
            by: caller,
            seat,
            hub_guest: hub_taken,
            mode,
            guests: page.accepts_guests,
            removed,
            trackRecord,
            paused,
          }),
          'start_thread',
        ),
      },
      // only keepers can read the log
      trust: quoting(input.log ? 'private' : audience),
    }
  },
})
