import type { Untrusted } from '../../../src/text/untrusted.ts'
import { factById } from '../../fact.ts'
import { actingAs } from '../../reads/account/part_of_account.ts'

/** The post that another one answers. In a DM `seated` is false: a DM has no seats. */
export interface Parent {
  readonly thread_id: string
  readonly author_id: string
  /** the author, or the person into whom a guest author was merged */
  readonly account_id: string
  /** its own parent: answers nest only one level deep */
  readonly reply_to?: string
  /** that one, for a sub-agent its parent, still has a seat there: otherwise a private thread tells them nothing */
  readonly seated: boolean
}

export const parents = factById.record<Parent>({
  name: 'post.parent',
  read: (sql, ids) => sql`
    select post.id as key, post.thread_id, post.author_id, ${actingAs(sql, sql`author`)} as account_id, post.reply_to, exists (
      select from seat where seat.participant_id = coalesce(author.parent_id, ${actingAs(sql, sql`author`)})
        and seat.scope_id in (thread.id, thread.hub_id)) as seated
    from post left join thread on thread.id = post.thread_id join participant author on author.id = post.author_id
    where post.id = any(${ids}::text[])`,
})

export interface PostText {
  readonly thread_id: string
  readonly author_id: string
  /** the author, or the person into whom a guest author was merged */
  readonly account_id: string
  readonly seq: number
  readonly body: Untrusted
  readonly edits: number
  readonly deleted: boolean
  readonly hidden: boolean
  readonly folded: boolean
}

/** A post's words and state, to quote, edit or delete it. */
export const postTexts = factById.record<PostText>({
  name: 'post.text',
  read: (sql, ids) => sql`
    select post.id as key, post.thread_id, post.author_id,
      ${actingAs(sql, sql`author`)} as account_id,
      post.seq, post.body, post.edits, post.deleted_at is not null as deleted,
      coalesce(fold.level = 'hide', false) as hidden, fold.target_id is not null as folded
    from post join participant author on author.id = post.author_id
    left join fold on fold.target_id = post.id
    where post.id = any(${ids}::text[])`,
})
