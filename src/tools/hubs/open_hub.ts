import type { LogLine } from '../../records/log_line.ts'
import { Type } from 'typebox'
import { hubDecisionLines, hubText } from '../../render/hub.ts'
import { fence, joined, lines, type Markdown, md, minute, ref, safe } from '../../render/md.ts'
import { type Member, readHub, readAsking, readLog, readMembers, readWaiting } from '../../reading/hub.ts'
import { openTaskData, openTaskLines } from '../../render/open_tasks.ts'
import { authorLine } from '../../render/author_line.ts'
import { readOpenTasks } from '../../reading/open_tasks.ts'
import { readHubDecisions } from '../../reading/hub_decisions.ts'
import { readHubView } from '../../reading/hub_view.ts'
import { readerFor } from '../../reading/reader.ts'
import { holderOf } from '../../rules/caller.ts'
import { hasRecord } from '../../reading/track_record.ts'
import { present } from '../../records/present.ts'
import { forbidden, unreadable } from '../../rules/errors.ts'
import { sizes } from '../../rules/limits.ts'
import { audiences, decisionStatuses, disputes, modes, seats } from '../../rules/lists.ts'
import { capabilities, capabilityNames } from '../../rules/rights.ts'
import { label } from '../../text/labels.ts'
import { choice, cursor, flag, hub, id, integer, openTaskRows, optionalFields, rows, time } from '../input/fields.ts'
import { optional, tool } from '../tool.ts'

const types = ['thread', 'pad'] as const
const statuses = ['open', 'answered', 'folded', 'disputed', 'settled'] as const
const titled = Type.String({ maxLength: sizes.label })

export const openHub = tool({
  name: 'open_hub',
  title: 'Open hub',
  group: 'Hubs',
  kind: 'read',
  about: 'Read a hub: Read me first, front pad, threads and pads, your seat, what waits for you.',
  idempotent: true,
  card: true,
  input: {
    hub: hub('slug or hub_ id'),
    type: optional(choice(types)),
    is: optional(choice(statuses, 'only items with this status')),
    members: optional(flag('also list members')),
    log: optional(flag('also the newest log entries (owner, helpers)')),
    cursor: optional(cursor('next page')),
  },
  output: optionalFields({
    hub_id: id('hub'),
    slug: Type.String(),
    title: titled,
    audience: choice(audiences),
    mode: choice(modes),
    accepts_guests: flag(),
    front_pad: Type.Object({ pad_id: id('pad'), title: titled }),
    guide_updated: time(),
    items: rows(
      Type.Partial(
        Type.Object({
          type: choice(types),
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
    ),
    next_cursor: Type.String(),
    decisions: rows(
      Type.Partial(
        Type.Object({
          decision_id: id('decision'),
          status: choice(decisionStatuses),
          pad_id: id('pad'),
          thread_id: id('thread'),
          at: time(),
        }),
      ),
    ),
    member: flag(),
    seat: choice(seats),
    capabilities: rows(choice(capabilityNames)),
    agents_paused: flag(),
    waiting: Type.Partial(
      Type.Object({
        joins: integer(0),
        edits: integer(0),
        decisions: integer(0),
        flags: integer(0),
        reports: integer(0),
      }),
    ),
    members_count: integer(0),
    members: rows(
      Type.Partial(
        Type.Object({
          id: Type.String(),
          kind: choice(['human', 'guest', 'agent']),
          seat: Type.String(),
          human_id: Type.String(),
        }),
      ),
    ),
    open_tasks: openTaskRows(),
    log: rows(
      Type.Partial(
        Type.Object({
          entry: id('act'),
          action: Type.String(),
          target: Type.Object({ type: Type.String(), id: Type.String() }),
          by_id: Type.String(),
          at: time(),
          reason: Type.String(),
        }),
      ),
    ),
  }),

  async run({ input, caller, now, parts: { sql, config, pool } }) {
    const page = await readHub(sql, readerFor(caller, config.publicThreads), input, now)
    if (!page) throw unreadable('hub')
    const keeper = page.seat === 'owner' || page.seat === 'helper'
    if (input.log && !keeper) throw forbidden('needs_helper', 'The log is for the owner and helpers of the hub.')
    const member = { participant_id: holderOf(caller), hub_id: page.id, seat: page.seat, mode: page.mode }
    const reader = readerFor(caller, config.publicThreads)
    const [members, log, waiting, asking, decisions, free, trackRecord, text] = await Promise.all([
      input.members ? readMembers(sql, page.id) : [],
      input.log ? readLog(sql, page.id) : [],
      keeper ? readWaiting(sql, page.id) : undefined,
      keeper ? readAsking(sql, page.id) : [],
      readHubDecisions(sql, reader, page.id),
      readOpenTasks(sql, reader, page.id),
      hasRecord(sql, member, now),
      pool.print((fragment) => hubText(page, fragment)),
    ])
    return {
      view: async () => {
        const view = await readHubView(sql, readerFor(caller, config.publicThreads), caller, input, now)
        return (
          view && {
            ...view,
            ...present({ members: input.members ? members : undefined, log: input.log ? log : undefined }),
          }
        )
      },
      text: lines([
        text,
        ...openTaskLines(free, { hubs: false }),
        ...hubDecisionLines(decisions),
        ...members.map((member) => md`member ${authorLine(seated(member), caller)} · ${ref(member.id)}`),
        ...asking.flatMap(({ at, note, ...who }) => [
          md`asks for a seat: ${authorLine(who, caller)} · ${ref(who.id)} · ${minute(at)}`,
          note && fence(note),
        ]),
        waiting && waitingLine(waiting),
        ...log.flatMap(({ id, action, target, by_id, at, reason, note, progress, back }) => [
          joined(
            [
              md`log ${ref(id)}`,
              ref(action),
              md`${ref(target.type)} ${ref(target.id)}`,
              md`by ${ref(by_id)}`,
              minute(at),
              reason && safe(reason),
              progress && md`${progress.done} of ${progress.planned} done${safe(progress.ended ? '' : ', going on')}`,
              back && broughtBack(back),
            ],
            ' · ',
          ),
          note && fence(note),
        ]),
      ]),
      data: present({
        open_tasks: free.length > 0 ? openTaskData(free) : undefined,
        hub_id: page.id,
        slug: page.slug,
        title: label(page.title),
        audience: page.audience,
        mode: page.mode,
        accepts_guests: page.accepts_guests,
        front_pad: page.front_pad ? { pad_id: page.front_pad.id, title: label(page.front_pad.title) } : undefined,
        guide_updated: page.guide_updated?.toISOString(),
        items: page.items.map(({ title, updated, version, type, ...item }) => ({
          ...item,
          type,
          title: label(title),
          version: type === 'thread' ? String(version) : version,
          updated: updated.toISOString(),
        })),
        next_cursor: page.next_cursor,
        decisions:
          decisions.length > 0
            ? decisions.map(({ id, status, pad_id, thread_id, updated }) =>
                present({
                  decision_id: id,
                  status: status === undefined ? undefined : (status as (typeof decisionStatuses)[number]),
                  pad_id,
                  thread_id,
                  at: updated.toISOString(),
                }),
              )
            : undefined,
        member: page.member,
        seat: page.seat,
        capabilities: capabilities({ by: caller, seat: page.seat, mode: page.mode, trackRecord }),
        agents_paused: page.agents_paused === true,
        waiting: waiting ? { ...waiting } : undefined,
        members_count: page.members_count,
        members: input.members
          ? members.map(({ id, kind, seat, human_id }) => present({ id, kind, seat, human_id }))
          : undefined,
        log: input.log
          ? log.map(({ id, note: _, progress: __, back: ___, taken_back: ____, at, ...act }) => ({
              entry: id,
              ...act,
              at: at.toISOString(),
            }))
          : undefined,
      }),
      // only keepers can read the log
      trust: { integrity: 'untrusted', confidentiality: input.log ? 'private' : page.audience },
    }
  },
})

/** Only counts above zero; requests for a seat are listed by name elsewhere. */
function waitingLine({ joins: _, ...waiting }: object & { readonly joins: number }) {
  const some = Object.entries(waiting as Readonly<Record<string, number>>).filter(([, count]) => count > 0)
  return (
    some.length > 0 &&
    md`waits for owner and helpers: ${safe(some.map(([what, count]) => `${count} ${what}`).join(', '))}`
  )
}

/** The state of an undone batch, with what was not restored because something newer replaced it. */
function broughtBack({ restored, waiting, kept }: NonNullable<LogLine['back']>): Markdown {
  const left = Object.entries(kept).map(([kind, n]) => `${n} ${n === 1 ? kind : `${kind}s`}`)
  return md`${restored} brought back${safe(waiting > 0 ? `, ${waiting} to come` : '')}${safe(left.length === 0 ? '' : `; left as they are, because of what came later: ${left.join(', ')}`)}`
}

const seated = ({ seat, human_id, ...who }: Member) =>
  present({
    ...who,
    human: human_id === undefined ? undefined : { id: human_id },
    seat: seat !== 'member' ? seat : undefined,
  })
