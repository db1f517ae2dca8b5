import { Type } from 'typebox'
import { taskToProgress, threadWithPost } from '../../reading/actor_to_ask.ts'
import { present } from '../../records/present.ts'
import { isId } from '../../rules/ids.ts'
import { inputs } from '../../rules/limits.ts'
import { joined, type Markdown, safe } from '../../render/markdown/md.ts'
import { postFactsOf } from '../../text/unwanted/post_facts.ts'
import { editInDm, postInDm } from '../dms/post_in_dm.ts'
import { id, integer, optional, postBody, threadId, wordsOf } from '../input/fields.ts'
import { rows, time } from '../output/shapes.ts'
import { tool } from '../tool.ts'
import { bodyPaces, postPaces } from './what_a_post_spends.ts'
import { editInThread, postInThread } from './post_in_thread.ts'
import { onlyOne } from '../input/only_one.ts'

export const postReply = tool({
  name: 'post_reply',
  title: 'Post',
  kind: 'write',
  counts: ({ edits_post }) => edits_post === undefined,
  makesPlace: true,
  about:
    'Post into a thread or an open DM, answer a post, or edit your own post. Send one of thread_id, dm_id, edits_post.',
  card: true,
  keyless: true,
  input: {
    thread_id: optional(threadId()),
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
  output: {
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
  },
  sensitive: ({ body, quote }) => present({ body, 'quote.text': quote?.text }),
  paces: ({ thread_id, dm_id, body }, caller, known) =>
    dm_id !== undefined
      ? bodyPaces(body, caller, dm_id)
      : thread_id === undefined
        ? []
        : postPaces(body, caller, thread_id, known),

  async run(call) {
    const { input, reader, parts } = call
    const { body, reply_to, quote } = input
    const { is, named } = onlyOne(input, 'thread_id', 'dm_id', 'edits_post')
    const said = postFactsOf(body)
    const taskNamed = () => (input.task_id === undefined ? undefined : taskToProgress(parts.sql, reader, input.task_id))
    if (is === 'edits_post') {
      const found = await threadWithPost(parts.sql, named)
      const edit = isId('dm', found) ? editInDm : editInThread
      const task = await taskNamed()
      return sayingUnused(await edit(call, found, named, present({ body, said, task })), input)
    }
    const post = present({ body, said, reply_to, quote, task: await taskNamed() })
    return is === 'thread_id' ? postInThread(call, named, post) : postInDm(call, named, post)
  },
})

/** An edit replaces only the text: names the arguments that had no effect. */
function sayingUnused<Answer extends { readonly text: Markdown; readonly data: object }>(
  answer: Answer,
  { reply_to, quote }: { readonly reply_to?: unknown; readonly quote?: unknown },
) {
  const ignored_args = Object.keys(present({ reply_to, quote }))
  if (ignored_args.length === 0) return answer
  return {
    ...answer,
    text: joined([answer.text, safe(`An edit replaces the text alone; ignored: ${ignored_args.join(', ')}.`)], ' '),
    data: { ...answer.data, ignored_args },
  }
}
