import { timers } from '../../src/rules/limits.ts'
import { fact } from '../fact.ts'

export interface UndoBatch {
  readonly id: string
  readonly hub_id: string
  readonly act_id: string
  readonly participant_id: string
  readonly taken_back: boolean
}

export const undoBatches = fact<string, UndoBatch>({
  name: 'undo_batch',
  id: (id) => id,
  load: async (sql, ids) => {
    const rows = await sql<UndoBatch[]>`
      select id, hub_id, act_id, participant_id, taken_back_at is not null as taken_back
      from undo_batch where id = any(${ids as string[]}::text[])`
    return new Map(rows.map((row) => [row.id, row]))
  },
})

/** In this order a batch takes back what somebody did. */
export const stages = ['posts', 'threads', 'tasks', 'pads'] as const
export type Stage = (typeof stages)[number]

export interface SliceKey {
  readonly batch_id: string
  readonly stage: Stage
  /** the last id of the slice before */
  readonly after: string
  readonly most: number
}

export interface Undoable {
  readonly id: string
  /** the thread or pad whose actor takes it back */
  readonly place_id: string
}

const sliceId = ({ batch_id, stage, after }: SliceKey): string => `${batch_id} ${stage} ${after}`

/** The next things of a batch: one small query, however many there are. */
export const undoSlices = fact<SliceKey, readonly Undoable[]>({
  name: 'undo_batch.slice',
  id: sliceId,
  load: async (sql, keys) => {
    const slices = await Promise.all(
      keys.map(async (key) => {
        const { batch_id, stage, after, most } = key
        const statement = {
          posts: () => sql<Undoable[]>`
            select thread.id, thread.id as place_id from undo_batch batch join thread on thread.hub_id = batch.hub_id
            where batch.id = ${batch_id} and thread.id > ${after} and exists (
              select from post where post.thread_id = thread.id and post.author_id = any(batch.linked || batch.participant_id))
            order by thread.id limit ${most}`,
          threads: () => sql<Undoable[]>`
            select thread.id, thread.id as place_id from undo_batch batch
            join thread on thread.hub_id = batch.hub_id and thread.starter_id = batch.participant_id
            left join fold on fold.target_id = thread.id
            where batch.id = ${batch_id} and thread.id > ${after} and thread.created_at <= batch.at
              and fold.target_id is null
            order by thread.id limit ${most}`,
          tasks: () => sql<Undoable[]>`
            select task.id, task.thread_id as place_id from undo_batch batch
            join task on task.hub_id = batch.hub_id and task.assignee_id = batch.participant_id
            where batch.id = ${batch_id} and task.id > ${after} and task.created_at <= batch.at
              and task.state not in ('open', 'done', 'cancelled')
            order by task.id limit ${most}`,
          pads: () => sql<Undoable[]>`
            select pad.id, pad.id as place_id from undo_batch batch join pad on pad.hub_id = batch.hub_id
            where batch.id = ${batch_id} and pad.id > ${after} and (exists (
                select from edit where edit.pad_id = pad.id and author_id = batch.participant_id and at <= batch.at
                  and status in ('live', 'proposed'))
              or exists (select from decision where decision.pad_id = pad.id and author_id = batch.participant_id
                  and at <= batch.at and status = 'proposed'))
            order by pad.id limit ${most}`,
        }
        return [sliceId(key), await statement[stage]()] as const
      }),
    )
    return new Map(slices)
  },
})

export interface PostsKey {
  readonly batch_id: string
  readonly thread_id: string
  readonly most: number
}

const postsId = ({ batch_id, thread_id }: PostsKey): string => `${batch_id} ${thread_id}`

/** Posts of a thread that a batch has yet to hide: what is hidden drops out, so there is no place to keep. */
export const postsToHide = fact<PostsKey, readonly { readonly id: string; readonly was?: string }[]>({
  name: 'undo_batch.posts',
  id: postsId,
  load: async (sql, keys) => {
    const recent = `${timers.hideRecentPosts / 1000} seconds`
    const slices = await Promise.all(
      keys.map(async (key) => {
        const rows = await sql<{ id: string; was: string | null }[]>`
          select post.id, fold.reason as was from undo_batch batch
          join post on post.thread_id = ${key.thread_id} and post.author_id = any(batch.linked || batch.participant_id)
          left join fold on fold.target_id = post.id
          where batch.id = ${key.batch_id} and post.created_at <= batch.at and post.deleted_at is null
            and fold.level is distinct from 'hide'
            and (post.author_id = batch.participant_id or post.created_at > batch.at - ${recent}::interval)
          limit ${key.most}`
        return [postsId(key), rows.map(({ id, was }) => ({ id, ...(was !== null && { was }) }))] as const
      }),
    )
    return new Map(slices)
  },
})

interface ItemsKey {
  readonly batch_id: string
  readonly after: string
  readonly most: number
}

export interface Undone extends Undoable {
  readonly kind: string
  readonly was?: string
}

const itemsId = ({ batch_id, after }: ItemsKey): string => `${batch_id} ${after}`

/** What a batch took back, to bring it back. */
export const undoneItems = fact<ItemsKey, readonly Undone[]>({
  name: 'undo_item.slice',
  id: itemsId,
  load: async (sql, keys) => {
    const slices = await Promise.all(
      keys.map(async (key) => {
        const rows = await sql<{ id: string; place_id: string; kind: string; was: string | null }[]>`
          select id, place_id, kind, was from undo_item where batch_id = ${key.batch_id} and id > ${key.after}
          order by id limit ${key.most}`
        return [itemsId(key), rows.map(({ was, ...row }) => ({ ...row, ...(was !== null && { was }) }))] as const
      }),
    )
    return new Map(slices)
  },
})

export interface PadWork {
  /** live edits, newest first */
  readonly edits: readonly string[]
  readonly suggestions: readonly string[]
  readonly decisions: readonly string[]
}

/** What somebody did on a pad that can be taken back. */
export const padWork = fact<{ readonly pad_id: string; readonly author_id: string }, PadWork>({
  name: 'pad.work_of',
  id: ({ pad_id, author_id }) => `${pad_id} ${author_id}`,
  load: async (sql, keys) => {
    const rows = await sql<(PadWork & { pad_id: string; author_id: string })[]>`
      select pad_id, author_id,
        array(select id from edit where edit.pad_id = asked.pad_id and edit.author_id = asked.author_id
          and status = 'live' and version is not null and kind in ('edit', 'accept', 'undo')
          order by version desc) as edits,
        array(select id from edit where edit.pad_id = asked.pad_id and edit.author_id = asked.author_id
          and status = 'proposed') as suggestions,
        array(select id from decision where decision.pad_id = asked.pad_id and decision.author_id = asked.author_id
          and status = 'proposed') as decisions
      from unnest(${keys.map((key) => key.pad_id)}::text[], ${keys.map((key) => key.author_id)}::text[])
        as asked (pad_id, author_id)`
    return new Map(rows.map((row) => [`${row.pad_id} ${row.author_id}`, row]))
  },
})
