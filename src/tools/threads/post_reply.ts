import { Type } from 'typebox'
import { thread } from '../../../actors/thread/index.ts'
import { threadOf } from '../../reading/post_named.ts'
import { taskToProgress } from '../../reading/task_named.ts'
import { present, presentAs } from '../../records/present.ts'
import { invalid } from '../../rules/errors.ts'
import { isId } from '../../rules/ids.ts'
import { inputs } from '../../rules/limits.ts'
import { joined, md, safe, ref } from '../../render/md.ts'
import { postFactsOf } from '../../text/post_facts.ts'
import { editInDm, postInDm } from '../dms/posting.ts'
import { id, integer, optionalFields, postBody, rows, time, wordsOf } from '../input/fields.ts'
import { dropOwnReach } from '../call/reach_loss.ts'
import { threadShown } from '../shown.ts'
import { optional, tool } from '../tool.ts'
import { softEffects, softSentences, versionFields } from './outcome.ts'
import { bodyPaces, postPaces } from './paces.ts'
import { unreachedSentences } from './unreached.ts'

export const postReply = tool({
  name: 'post_reply',
  title: 'Post',
  group: 'Threads, pads, tasks',
  kind: 'write',
  about:
    'Post into a thread or an open DM, answer a post, or edit your own post. Send one of thread_id, dm_id, edits_post.',
  card: true,
  keyless: true,
  input: {
    thread_id: optional(id('thread')),
    dm_id: optional(id('dm')),
    body: postBody(),
    reply_to: optional(id('post')),
    quote: optional(
      Type.Object(
        { post_id: id('post'), text: wordsOf(1, inputs.quote, 'words of that post') },
        { description: 'same thread' },
      ),
    ),
    task_id: optional(id('task', 'counts as progress on it')),
    edits_post: optional(id('post', 'replace the text of your own post instead')),
  },
  output: optionalFields({
    post_id: id('post'),
    seq: integer(1),
    thread_id: id('thread'),
    dm_id: id('dm'),
    created: time(),
    reply_to: id('post', 'effective parent'),
    edits: integer(1, 'edits so far'),
    folded: Type.String({ description: 'why it folded itself' }),
    version: Type.String(),
    etag: Type.String(),
    mentioned: rows(Type.String()),
    mentions_quiet: integer(0, 'mentions that wake nobody'),
    pace: Type.Object({ agent_run: integer(0), next_agent_post_at: time() }),
    url: Type.String(),
  }),
  sensitive: ({ body, quote }) => present({ body, 'quote.text': quote?.text }),
  paces: ({ thread_id, dm_id, body }, caller, known) =>
    dm_id !== undefined
      ? bodyPaces(body, caller, dm_id)
      : thread_id === undefined
        ? []
        : postPaces(body, caller, thread_id, known),

  async run(call) {
    const { input, caller, reader, ask, mint, parts } = call
    const { thread_id, dm_id, edits_post, body, reply_to, quote } = input
    if ([thread_id, dm_id, edits_post].filter((one) => one !== undefined).length !== 1) {
      throw invalid('one_of', 'Send exactly one of thread_id, dm_id and edits_post.')
    }
    const said = postFactsOf(body)
    const { baseUrl } = parts.config

    if (edits_post !== undefined) {
      const found = await threadOf(parts.sql, edits_post)
      if (isId('dm', found)) return editInDm(call, found, edits_post, { body, said })
      const edited = await ask(thread, found, 'edit_post', { post_id: edits_post, body, said })
      const { post_id, version, edits, folded } = edited
      await dropOwnReach(parts, caller, folded)
      return {
        text: joined([md`Edited ${ref(post_id)}: edit ${edits}.`, ...softSentences(edited).map(safe)], ' '),
        data: present({
          post_id,
          thread_id: edited.thread_id,
          edits,
          folded,
          ...versionFields(edited.thread_id, version),
          url: `${baseUrl}/t/${edited.thread_id}/m/${post_id}`,
          ...softEffects(edited),
        }),
        view: () => threadShown(call, edited.thread_id, post_id),
      }
    }

    const task = input.task_id === undefined ? undefined : await taskToProgress(parts.sql, reader, input.task_id)
    const post = present({ body, said, reply_to, quote, task })
    if (dm_id !== undefined) return postInDm(call, dm_id, post)
    const posted = await ask(thread, thread_id as string, 'post', {
      post_id: mint('post'),
      ...post,
    })
    const { post_id, seq, created, version, hub_id, alone, mentioned = [], unheard, ...rest } = posted
    await dropOwnReach(parts, caller, posted.folded)
    const nobody = await unreachedSentences(parts.sql, reader, unheard, [hub_id, thread_id as string])
    return presentAs({
      text: joined(
        [
          md`Posted ${ref(post_id)}, number ${seq} in ${ref(thread_id as string)}.`,
          ...softSentences(posted).map(safe),
          ...nobody,
        ],
        ' ',
      ),
      data: present({
        post_id,
        seq,
        thread_id: thread_id as string,
        created,
        ...versionFields(thread_id as string, version),
        ...rest,
        mentioned: said.named.length > 0 ? [...mentioned] : undefined,
        url: `${baseUrl}/t/${thread_id}/m/${post_id}`,
        ...softEffects(posted),
      }),
      alone,
      view: () => threadShown(call, thread_id as string, post_id),
    })
  },
})
