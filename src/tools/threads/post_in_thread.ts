import { thread } from '../../../actors/thread/index.ts'
import type { ArgsOf } from '../../../actors/runtime/actor.ts'
import { present } from '../../records/present.ts'
import { joined, md, ref } from '../../render/markdown/md.ts'
import { threadShown } from '../card_shown.ts'
import type { Call } from '../tool.ts'
import { threadStamp } from '../../records/version_and_etag.ts'
import { sideEffects } from './post_side_effects.ts'
import { unreachedSentences } from './unreached.ts'

type Post = ArgsOf<typeof thread, 'post'>

/** post_reply with thread_id. */
export async function postInThread(call: Call<unknown>, thread_id: string, post: Omit<Post, 'by' | 'post_id'>) {
  const { ask, reader, mint, parts } = call
  const posted = await ask(thread, thread_id, 'post', { post_id: mint('post'), ...post })
  const { post_id, seq, created, version, hub_id, alone, mentioned = [], unheard, ...rest } = posted
  const unreached = await unreachedSentences(parts.sql, reader, unheard, [hub_id, thread_id])
  const said = md`Posted ${ref(post_id)}, number ${seq} in ${ref(thread_id)}.`
  const { notices, sentences } = await sideEffects(call, posted)
  return present({
    text: joined([said, ...sentences, ...unreached], ' '),
    data: present({
      post_id,
      seq,
      thread_id,
      created,
      ...threadStamp({ id: thread_id, version }),
      ...rest,
      mentioned: post.said.named.length > 0 ? mentioned : undefined,
      url: `${parts.config.baseUrl}/t/${thread_id}/m/${post_id}`,
      notices,
    }),
    alone,
    view: () => threadShown(call, thread_id, post_id),
  })
}

/** post_reply with edits_post, of a post in a thread. */
export async function editInThread(
  call: Call<unknown>,
  id: string,
  post_id: string,
  words: Pick<Post, 'body' | 'said' | 'task'>,
) {
  const { ask, parts } = call
  const edited = await ask(thread, id, 'edit_post', { post_id, ...words })
  const { seq, thread_id, version, edits, folded } = edited
  const { notices, sentences } = await sideEffects(call, edited)
  return {
    text: joined([md`Edited ${ref(post_id)}: edit ${edits}.`, ...sentences], ' '),
    data: present({
      post_id,
      seq,
      thread_id,
      edits,
      folded,
      ...threadStamp({ id: thread_id, version }),
      url: `${parts.config.baseUrl}/t/${thread_id}/m/${post_id}`,
      notices,
    }),
    view: () => threadShown(call, thread_id, post_id),
  }
}
