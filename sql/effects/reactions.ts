import type { Reaction } from '../../src/rules/lists.ts'
import { effect } from '../effect.ts'

interface ReactionKey {
  readonly post_id: string
  readonly participant_id: string
  readonly reaction: Reaction
}

/** Each participant has each reaction at most once on a post. */
export const addReactions = effect<ReactionKey & { readonly at: string }>({
  name: 'reaction.add',
  phase: 'insert',
  write: (sql, rows) => sql`
    insert into reaction (post_id, participant_id, reaction, at)
    select * from unnest(${rows.map((row) => row.post_id)}::text[], ${rows.map((row) => row.participant_id)}::text[],
      ${rows.map((row) => row.reaction)}::text[], ${rows.map((row) => row.at)}::timestamptz[])
    on conflict do nothing`,
})

export const removeReactions = effect<ReactionKey>({
  name: 'reaction.remove',
  phase: 'update',
  write: (sql, rows) => sql`
    delete from reaction using unnest(${rows.map((row) => row.post_id)}::text[],
      ${rows.map((row) => row.participant_id)}::text[], ${rows.map((row) => row.reaction)}::text[])
      as gone (post_id, participant_id, reaction)
    where reaction.post_id = gone.post_id and reaction.participant_id = gone.participant_id
      and reaction.reaction = gone.reaction`,
})
