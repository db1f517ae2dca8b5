import { builtOnTop, pauserOf, publicHubOf, quickerThan } from '../../sql/reads/refusal_details.ts'
import type { Sql } from '../../sql/client.ts'
import { present } from '../records/present.ts'
import type { Caller } from '../rules/caller.ts'
import type { Details, Refusal } from '../rules/errors.ts'

type Arguments = Readonly<Record<string, unknown>>

/**
 * Returns details of a refusal that help a person at a screen, besides its reason: ids, handles and numbers. The caller
 * may read the thing by then: what is unreadable was refused before.
 */
export async function moreOfRefusal(
  sql: Sql,
  { reason, details }: Pick<Refusal, 'reason' | 'details'>,
  args: Arguments,
  { caller, now }: { readonly caller: Caller; readonly now: number },
): Promise<Details> {
  if (reason === 'agents_paused' && typeof details['hub_id'] === 'string') {
    const handle = await pauserOf(sql, details['hub_id'])
    return handle === undefined ? {} : { paused_by: `@${handle}` }
  }
  const id = [args['edit_id'], args['decision_id'], args['task_id']].find((one) => typeof one === 'string')
  if (id === undefined) return {}
  if (reason === 'built_on') return (await onTop(sql, id)) ?? {}
  const state = reason === 'already_undone' ? 'undone' : details['state']
  if (!quicker.has(reason) || typeof state !== 'string') return {}
  const done = await quickerThan(sql, { id, state })
  if (!done) return {}
  return present({
    quicker: present({
      id: done.id,
      kind: done.kind,
      handle: `@${done.handle}`,
      self: done.id === caller.id ? true : undefined,
    }),
    seconds_ago: done.at && Math.max(0, Math.round((now - done.at.getTime()) / 1000)),
  })
}

/** The slug of the public hub that a refused call is about. */
export const publicHubNamedIn = (sql: Sql, args: Arguments): Promise<string | undefined> =>
  publicHubOf(sql, placesIn(args))

const quicker = new Set(['already_answered', 'already_undone', 'task_taken'])

const placesIn = (args: Arguments): readonly string[] =>
  ['hub', 'thread_id', 'pad_id', 'task_id', 'edit_id', 'post_id']
    .map((name) => args[name])
    .filter((one): one is string => typeof one === 'string')

async function onTop(sql: Sql, id: string): Promise<Details | undefined> {
  const found = await builtOnTop(sql, id)
  if (!found) return undefined
  const { author, later_author, ...place } = found
  return { ...place, author: `@${author}`, later_author: `@${later_author}` }
}
