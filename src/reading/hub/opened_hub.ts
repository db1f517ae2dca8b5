import { threadVersion } from '../../records/version_and_etag.ts'
import { present, unlessEmpty } from '../../records/present.ts'
import type { OpenedHub } from '../../records/hub/opened_hub.ts'
import { openTaskData } from '../../render/tool_text/open_tasks.ts'
import { forbidden } from '../../rules/errors.ts'
import { reads } from '../../rules/limits.ts'
import { isKeeperSeat } from '../../rules/may_read/readable.ts'
import type { decisionStatuses } from '../../rules/closed_lists.ts'
import { label } from '../../text/names/labels.ts'
import { type HubWanted, readHub } from './hub_page.ts'
import { openTasks } from '../../../sql/reads/home/open_tasks.ts'
import { overOneConnection, type ReadingParts } from '../reading_parts.ts'
import { type Reader, seatHolder } from '../../rules/caller.ts'
import { resultOf } from '../search/search.ts'
import { decisionsByChange } from '../../../sql/reads/search/decisions.ts'
import { newestActs } from '../../../sql/reads/hub/moderation_log.ts'
import { membersListed } from '../../../sql/reads/hub/seats/members.ts'
import { askedToJoin, askingFor } from '../../../sql/reads/hub/seats/seat_requests.ts'
import { hubWaiting } from '../../../sql/reads/hub/hub_waiting.ts'

interface Asked extends HubWanted {
  readonly members?: boolean | undefined
  readonly log?: boolean | undefined
}

/** Returns a hub with what one reader may see beside its page; undefined when it is private or missing. */
export const readOpenedHub = overOneConnection(
  async (parts: ReadingParts, reader: Reader, asked: Asked, now: number): Promise<OpenedHub | undefined> => {
    const { sql } = parts
    const page = await readHub(parts, reader, asked, now)
    if (!page) return undefined
    const keeper = isKeeperSeat(page.seat)
    if (asked.log && !keeper) throw forbidden('needs_helper', 'The log is for the owner and helpers of the hub.')
    const holder = seatHolder(reader)
    const [members, log, waiting, asking, decisions, open_tasks, asked_to_join] = await Promise.all([
      asked.members ? membersListed(sql, page.id, reads.hub.members) : undefined,
      asked.log ? newestActs(sql, page.id, reads.hub.log) : undefined,
      keeper ? hubWaiting(sql, page.id) : undefined,
      keeper ? askingFor(sql, page.id, reads.hub.members) : [],
      decisionsByChange(sql, reader, { hub_id: page.id, limit: reads.hub.decisions }),
      openTasks(sql, reader, page.id),
      page.seat === undefined && holder !== '' ? askedToJoin(sql, holder, page.id) : undefined,
    ])
    const removed = asked_to_join?.removed ? true : undefined
    return present({ page, removed, members, log, waiting, asking, decisions: decisions.map(resultOf), open_tasks })
  },
)

/** The same as fields: ids, statuses and labels, no other words. */
export const hubData = ({ page, open_tasks, decisions, members, log, waiting }: OpenedHub) =>
  present({
    open_tasks: unlessEmpty(openTaskData(open_tasks)),
    hub_id: page.id,
    slug: page.slug,
    title: label(page.title),
    audience: page.audience,
    mode: page.mode,
    accepts_guests: page.accepts_guests,
    front_pad: page.front_pad && { pad_id: page.front_pad.id, title: label(page.front_pad.title) },
    guide_updated: page.guide_updated?.toISOString(),
    items: page.items.map(({ title, updated, version, ...item }) => ({
      ...item,
      title: label(title),
      version: item.type === 'thread' ? threadVersion(version) : version,
      updated: updated.toISOString(),
    })),
    next_cursor: page.next_cursor,
    decisions: unlessEmpty(decisions)?.map(decisionData),
    member: page.member,
    seat: page.seat,
    agents_paused: page.agents_paused === true,
    waiting,
    members_count: page.members_count,
    members: members?.map(({ id, kind, seat, human_id }) => present({ id, kind, seat, human_id })),
    log: log?.map(({ id, action, target, by_id, at, reason }) =>
      present({ entry: id, action, target, by_id, at: at.toISOString(), reason }),
    ),
  })

const decisionData = ({ id, status, pad_id, thread_id, updated }: OpenedHub['decisions'][number]) =>
  present({
    decision_id: id,
    status: status as (typeof decisionStatuses)[number] | undefined,
    pad_id,
    thread_id,
    at: updated.toISOString(),
  })
