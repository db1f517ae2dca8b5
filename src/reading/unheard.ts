import type { Sql } from '../../sql/client.ts'
import { unheardNames } from '../../sql/reads/unheard_names.ts'
import { present } from '../records/present.ts'
import type { ThreadPage } from '../records/thread_page.ts'
import type { Unheard } from '../records/view.ts'
import type { Caller } from '../rules/caller.ts'
import { pace } from '../rules/limits.ts'
import { handlesNamedIn } from '../text/mentions.ts'
import { untrusted } from '../text/untrusted.ts'
import { handlesMeant } from './handles_meant.ts'

/** Names in the reader's newest post shown that reach nobody here: misspelt, or without a seat. */
export async function readUnheard(sql: Sql, page: ThreadPage, caller: Caller): Promise<readonly Unheard[]> {
  const { id: thread_id, hub } = page
  const newest = page.posts.findLast(({ author }) => author.id === caller.id)
  if (newest?.body === undefined) return []
  const handles = handlesNamedIn(newest.body).slice(0, pace.mentionsInPost.agent)
  if (handles.length === 0) return []
  const named = { handles, thread_id, hub_id: hub.id, me: caller.id, readable: hub.audience === 'public' }
  const rows = await unheardNames(sql, named)
  return Promise.all(
    rows.map(async ({ handle, agent_id, agent_name }) =>
      present({
        handle,
        agent: agent_id === null ? undefined : { id: agent_id, name: untrusted(agent_name ?? '') },
        meant: agent_id === null ? await handlesMeant(sql, handle, [hub.id, thread_id]) : undefined,
      }),
    ),
  )
}
