import { hubSeats } from '../../../sql/reads/hub/seats/hub_seats.ts'
import { ownAgentsBeside } from '../../../sql/reads/hub/seats/own_agents_beside.ts'
import { hubsToWriteIn, padsToChoose, threadsToChoose } from '../../../sql/reads/hub/starting.ts'
import { hubHead } from '../../../sql/reads/hub/hub_head.ts'
import { threadOfPost } from '../../../sql/reads/actor_to_ask.ts'
import type { Sql } from '../../../sql/client.ts'
import { present, presentAs } from '../../records/present.ts'
import type { ThreadPage } from '../../records/thread/thread_page.ts'
import type { HubToStartIn, Starting } from '../../records/hub/starting.ts'
import { type Caller, holderOf, type Reader } from '../../rules/caller.ts'
import { isId } from '../../rules/ids.ts'
import { reads } from '../../rules/limits.ts'
import { type PadRead, readPad } from '../pad/pad.ts'
import { noReach, personOf } from '../account/person.ts'
import type { ReadingParts } from '../reading_parts.ts'
import { hubTakesGuests } from '../../rules/taking_guests.ts'

interface StartWanted {
  readonly hub?: string | undefined
  readonly pad?: string | undefined
  readonly thread?: string | undefined
  readonly post?: string | undefined
}

/** Returns what the caller may start in the hub named, or that of the pad, thread or post, as far as readable. */
export async function readStarting(
  parts: ReadingParts,
  caller: Caller,
  reader: Reader,
  wanted: StartWanted,
  now: number,
): Promise<Starting> {
  const { sql } = parts
  const from =
    wanted.post !== undefined && isId('post', wanted.post) ? await threadOfPost(sql, wanted.post) : wanted.thread
  const thread_id = from !== undefined && isId('thread', from) ? from : undefined
  const [mine, pad, opened] = await Promise.all([
    hubsToWriteIn(sql, holderOf(caller), reads.home.hubs),
    wanted.pad !== undefined && isId('pad', wanted.pad)
      ? readPad(parts, reader, { id: wanted.pad, outline: true }, now)
      : undefined,
    thread_id === undefined
      ? undefined
      : parts.threads.read(reader, presentAs({ id: thread_id, posts: 1, post: wanted.post || undefined }), now),
  ])
  const hubs = mine.map((row) => hubToStartIn(row, reader))
  const named = pad?.hub.id ?? opened?.page.hub.id ?? wanted.hub
  const head = named === undefined ? undefined : await hubHead(sql, reader, named)
  const one = head && hubs.find(({ id }) => id === head.id)
  const about = { hubs, ...aboutOf(pad, opened?.page, wanted) }
  if (!head || !one) return { ...about, people: [], pads: [], threads: [], own_agents: [] }
  const guide_reach = head.guide !== undefined && (await parts.reach.of([head.guide_by], now)).has(head.guide_by)
  return {
    ...about,
    hub: {
      ...one,
      accepts_guests: hubTakesGuests({ audience: one.audience, accepts_guests: head.accepts_guests }),
      ...present({
        guide: head.guide,
        guide_updated: head.guide_updated,
        guide_reach: guide_reach || undefined,
      }),
    },
    ...(await choicesIn(sql, caller, head.id)),
  }
}

/** Whom and what a form offers to choose from. */
async function choicesIn(sql: Sql, caller: Caller, hub_id: string) {
  const [seats, pads, threads, own] = await Promise.all([
    hubSeats(sql, hub_id, { limit: reads.hub.members }),
    padsToChoose(sql, hub_id),
    threadsToChoose(sql, hub_id, reads.hubPage.pads),
    caller.kind === 'human' ? ownAgentsBeside(sql, caller.id, hub_id) : [],
  ])
  return {
    people: seats.map(({ who, seat }) => ({ person: personOf(who, noReach), seat })),
    pads: pads.map(({ id, title }) => ({ id, title })),
    threads: threads.map(({ id, title }) => ({ id, title })),
    own_agents: own,
  }
}

const hubToStartIn = (
  { title, members, agents, audience, ...hub }: Awaited<ReturnType<typeof hubsToWriteIn>>[number],
  { publicOn }: Reader,
): HubToStartIn => ({
  ...hub,
  title,
  audience: publicOn ? audience : 'private',
  people: members - agents,
  agents,
})

/** Returns what the new thread or task starts from. */
function aboutOf(pad: PadRead | undefined, thread: ThreadPage | undefined, wanted: StartWanted) {
  const post = wanted.post === undefined ? undefined : thread?.posts[0]
  return present({
    pad: pad
      ? {
          id: pad.id,
          title: pad.title,
          sections: pad.sections.map(({ id, heading }) => ({ id, heading })),
        }
      : undefined,
    thread: thread ? { id: thread.id, title: thread.title } : undefined,
    post:
      thread && post ? present({ id: post.id, author: post.author, thread_id: thread.id, body: post.body }) : undefined,
  })
}
