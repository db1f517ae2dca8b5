import { Type } from 'typebox'
import { thread } from '../../../actors/thread/index.ts'
import { padWithEdit, threadWithTask } from '../../reading/actor_to_ask.ts'
import { present } from '../../records/present.ts'
import { invalid, unreadable } from '../../rules/errors.ts'
import { inputs } from '../../rules/limits.ts'
import { joined, md, safe, ref } from '../../render/markdown/md.ts'
import { saysSomething } from '../../text/invisible.ts'
import { hostLinked } from '../../text/links.ts'
import { untrusted, type Untrusted } from '../../text/untrusted.ts'
import { id, integer, optional, wordsOf } from '../input/fields.ts'
import { partial, time } from '../output/shapes.ts'
import { tasksShown } from '../card_shown.ts'
import { tool } from '../tool.ts'
import { standingOf, taskFields, withVersion } from './task_shapes.ts'

export const submitResult = tool({
  name: 'submit_result',
  title: 'Submit result',
  kind: 'write',
  about: 'Finish a task: send pad_id, edit_id or link. The task is done when you say so.',
  card: true,
  input: {
    task_id: id('task'),
    pad_id: optional(id('pad', 'pad that holds the result')),
    edit_id: optional(id('edit', 'the edit that did it')),
    link: optional(wordsOf(0, inputs.link, 'https link to the result, or a post here by its address')),
    summary: optional(wordsOf(0, inputs.summary, 'what was done')),
    claim: optional(integer(1, 'the claim you took; refused when no longer current')),
  },
  output: {
    ...taskFields,
    result: partial({ pad_id: id('pad'), edit_id: id('edit'), link_host: Type.String(), at: time() }),
  },
  sensitive: ({ link, summary }) => ({ link, summary }),

  async run(call) {
    const { input, ask, parts, caller } = call
    const { task_id, edit_id, summary, claim } = input
    const hosted = (link: Untrusted) => hostLinked(link, parts.config.baseUrl)
    if (input.link !== undefined && hosted(input.link) === undefined) {
      throw invalid(
        'needs_pad_or_link',
        'link must be a whole web address that begins with https://, or one of this service.',
      )
    }
    const points = input.pad_id !== undefined || edit_id !== undefined || input.link !== undefined
    // what a person did is often said in words alone: those stand in the task's thread
    const inWords = saysSomething(summary) && (caller.connection === 'session' || caller.clicked === true)
    if (!points && !inWords) {
      throw invalid(
        'needs_pad_or_link',
        'A result points at something: send pad_id, edit_id or link. Where it is said in a post, link is the address of that post.',
      )
    }
    const thread_id = await threadWithTask(parts.sql, task_id)
    const link = points ? input.link : untrusted(`${parts.config.baseUrl}/t/${thread_id}`)
    const link_host = link && hosted(link)
    const pad_id = edit_id === undefined ? input.pad_id : await padWithEdit(parts.sql, edit_id)
    if (input.pad_id !== undefined && pad_id !== input.pad_id) throw unreadable('edit')
    const submitted = await ask(thread, thread_id, 'submit_result', {
      task_id,
      ...present({ pad_id, edit_id, link, link_host, summary, claim }),
    })
    return {
      text: joined(
        [
          standingOf(submitted),
          submitted.review === 'waiting' && safe('Its reviewer was told; nothing waits for the review.'),
          md`Thread ${ref(thread_id)}.`,
        ],
        ' ',
      ),
      data: withVersion(submitted),
      view: () => tasksShown(call),
    }
  },
})
