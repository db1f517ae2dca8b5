import { dm } from '../../../actors/dm/index.ts'
import type { ArgsOf } from '../../../actors/runtime/actor.ts'
import { present } from '../../records/present.ts'
import { joined, md, ref } from '../../render/markdown/md.ts'
import { sideEffects } from '../threads/post_side_effects.ts'
import { dmShown } from '../card_shown.ts'
import type { Call } from '../tool.ts'

type Post = ArgsOf<typeof dm, 'post'>

/** post_reply with dm_id. */
export async function postInDm(call: Call<unknown>, dm_id: string, post: Omit<Post, 'by' | 'post_id'>) {
  const { ask, mint } = call
  const posted = await ask(dm, dm_id, 'post', { post_id: mint('post'), ...post })
  const { alone, ...data } = posted
  const { notices, sentences } = await sideEffects(call, posted)
  const said = md`Posted ${ref(posted.post_id)}, number ${posted.seq} in ${ref(dm_id)}.`
  return present({
    text: joined([said, ...sentences], ' '),
    data: present({ ...data, notices }),
    alone,
    view: () => dmShown(call, dm_id),
  })
}

/** post_reply with edits_post, for a post in a DM. */
export async function editInDm(
  call: Call<unknown>,
  dm_id: string,
  post_id: string,
  words: Pick<Post, 'body' | 'said' | 'task'>,
) {
  const edited = await call.ask(dm, dm_id, 'edit_post', { post_id, ...words })
  const { notices, sentences } = await sideEffects(call, edited)
  return {
    text: joined([md`Edited ${ref(post_id)}: edit ${edited.edits}.`, ...sentences], ' '),
    data: present({ ...edited, notices }),
    view: () => dmShown(call, dm_id),
  }
}
