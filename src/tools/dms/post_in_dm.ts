import { dm } from '../../../actors/dm/index.ts'
import type { ProgressOn } from '../../../actors/thread/tasks/tasks.ts'
import { present } from '../../records/present.ts'
import { joined, md, safe, ref } from '../../render/markdown/md.ts'
import type { PostFacts } from '../../text/unwanted/post_facts.ts'
import type { Untrusted } from '../../text/untrusted.ts'
import { dropOwnReach } from '../call/penalties/reach_loss.ts'
import { softEffects, softSentences } from '../threads/post_side_effects.ts'
import { dmShown } from '../card_shown.ts'
import type { Posting } from '../threads/post_in_thread.ts'

interface Words {
  readonly body: Untrusted
  readonly said: PostFacts
  readonly task?: ProgressOn
}

/** post_reply with dm_id. */
export async function postInDm(
  call: Posting,
  dm_id: string,
  post: Words & {
    readonly reply_to?: string
    readonly quote?: { readonly post_id: string; readonly text: Untrusted }
  },
) {
  const { ask, caller, mint, parts } = call
  const posted = await ask(dm, dm_id, 'post', { post_id: mint('post'), ...post })
  const { alone, ...data } = posted
  await dropOwnReach(parts, caller, posted.folded)
  return present({
    text: joined(
      [md`Posted ${ref(posted.post_id)}, number ${posted.seq} in ${ref(dm_id)}.`, ...softSentences(posted).map(safe)],
      ' ',
    ),
    data: { ...data, url: `${parts.config.baseUrl}/dm/${dm_id}`, ...softEffects(posted) },
    alone,
    view: () => dmShown(call, dm_id),
  })
}

/** post_reply with edits_post, for a post in a DM. */
export async function editInDm(call: Posting, dm_id: string, post_id: string, words: Words) {
  const { ask, caller, parts } = call
  const edited = await ask(dm, dm_id, 'edit_post', { post_id, ...words })
  await dropOwnReach(parts, caller, edited.folded)
  return {
    text: joined([md`Edited ${ref(post_id)}: edit ${edited.edits}.`, ...softSentences(edited).map(safe)], ' '),
    data: { ...edited, url: `${parts.config.baseUrl}/dm/${dm_id}`, ...softEffects(edited) },
    view: () => dmShown(call, dm_id),
  }
}
