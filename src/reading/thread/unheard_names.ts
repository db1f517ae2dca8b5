import type { Sql } from '../../../sql/client.ts'
import { namesOfNobody, unheardNames } from '../../../sql/reads/thread/unheard_names.ts'
import { present } from '../../records/present.ts'
import type { Unheard } from '../../records/view.ts'
import type { Caller } from '../../rules/caller.ts'
import { pace, reads } from '../../rules/limits.ts'
import { handlesNamedIn } from '../../text/names/mentions.ts'
import { untrusted } from '../../text/untrusted.ts'
import { handlesMeant } from '../search/names.ts'
import type { OpenThread } from './thread.ts'

/**
 * Names in the reader's newest post that reach no one here: misspelt, without a seat, or an own agent's that was never here. Only while the post is new and
 * unedited: seats change later, and an edit notifies no one.
 */
export async function readUnheard(
  sql: Sql,
  { page, seats }: OpenThread,
  caller: Caller,
  now: number,
): Promise<readonly Unheard[]> {
  const { id: thread_id, hub, posts, has_newer } = page
  const newest = has_newer ? undefined : posts.findLast(({ author }) => author.id === caller.id)
  const { unheardFor, guessed } = reads.threadPage
  if (newest?.body === undefined || newest.edits > 0 || now - newest.created.getTime() > unheardFor) return []
  const handles = handlesNamedIn(newest.body).slice(0, pace.mentionsInPost.agent)
  if (handles.length === 0) return []
  const named = { handles, thread_id, hub_id: hub.id, me: caller.id, readable: hub.audience === 'public' }
  const rows = await unheardNames(sql, named)
  const guess = new Set(rows.filter(({ agent_id }) => agent_id === null).slice(0, guessed))
  // the members of a hub are known only to those who may read it
  const scopes = hub.slug === undefined ? [thread_id] : [hub.id, thread_id]
  const beside = seats.hub_seat ? 'hub' : seats.scope_seat && 'thread'
  return Promise.all(
    rows.map(async (row) =>
      present({
        handle: row.handle,
        agent:
          row.agent_id === null
            ? undefined
            : present({
                id: row.agent_id,
                name: row.agent_name ?? untrusted(''),
                beside,
                to_come: row.to_come || undefined,
              }),
        meant: guess.has(row) ? await handlesMeant(sql, row.handle, scopes) : undefined,
      }),
    ),
  )
}

/** Names in the posts of a page that no participant here has: they notified no one, and are not shown as mentions. */
export async function readNamesOfNobody(
  sql: Sql,
  { id: thread_id, hub, posts }: OpenThread['page'],
): Promise<readonly string[]> {
  const named = posts.flatMap(({ body }) =>
    body === undefined ? [] : handlesNamedIn(body).slice(0, pace.mentionsInPost.person),
  )
  const handles = [...new Set(named)]
  return handles.length === 0 ? [] : namesOfNobody(sql, { handles, thread_id, hub_id: hub.id })
}
