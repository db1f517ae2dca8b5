import { threadEtag } from '../../records/version_and_etag.ts'
import { Type } from 'typebox'
import { dm } from '../../../actors/dm/index.ts'
import { pad } from '../../../actors/pad/index.ts'
import { thread } from '../../../actors/thread/index.ts'
import { padWithEdit, threadWithPost } from '../../reading/actor_to_ask.ts'
import { present, presentAs } from '../../records/present.ts'
import { joined, md, ref } from '../../render/markdown/md.ts'
import { unreadableAs } from '../../rules/errors.ts'
import { isId } from '../../rules/ids.ts'
import { flag, hex8, id, integer, note, optional } from '../input/fields.ts'
import { partial, rows } from '../output/shapes.ts'
import { dmShown, padShown, threadShown } from '../card_shown.ts'
import { type Call, tool } from '../tool.ts'
import { editWarSaid } from './edit_pad_answer.ts'
import { answeringPaces, conflictsCost } from './edit_pace.ts'
import { onlyOne } from '../input/only_one.ts'

export const undoEdit = tool({
  name: 'undo_edit',
  title: 'Undo edit',
  kind: 'write',
  about: 'Take back one live edit of a pad, keeping later edits, or delete your own post.',
  destructive: true,
  input: {
    edit_id: optional(id('edit')),
    post_id: optional(id('post', 'delete this own post instead')),
    note: optional(note('why')),
  },
  output: {
    undone: id('edit'),
    edit_id: id('edit', 'the undo itself: it can be undone, except with waits_again'),
    pad_id: id('pad'),
    version: integer(1),
    etag: Type.String(),
    status: Type.String(),
    sections: rows(partial({ section_id: hex8(), rev: integer(1), suggestions_only: flag('edit war') })),
    waits_again: id('edit', 'the suggestion you had accepted: it waits for an answer again'),
    by_check: flag('verify brings it back, not an acceptance'),
    post_id: id('post'),
    thread_id: id('thread'),
    notices: rows(Type.String()),
    url: Type.String(),
  },
  sensitive: ({ note }) => ({ note }),
  costsAnyway: conflictsCost,
  paces: ({ edit_id }, caller, { sql }) => answeringPaces(caller, sql, edit_id),

  async run(call) {
    const { input, ask, mint, parts } = call
    const { is, named } = onlyOne(input, 'edit_id', 'post_id')
    if (is === 'post_id') return deletePost(call, named)
    const undone = await unreadableAs(
      'edit',
      ask(pad, await padWithEdit(parts.sql, named), 'undo', {
        edit_id: named,
        undo_id: mint('edit'),
        ...present({ note: input.note }),
      }),
    )
    const atWar = undone.sections.some(({ suggestions_only }) => suggestions_only)
    return {
      text: joined(
        [
          md`Took back ${ref(undone.undone)}; later edits are kept. Pad ${ref(undone.pad_id)} is at version ${undone.version}.`,
          undone.waits_again === undefined
            ? md`undo_edit with ${ref(undone.edit_id)} brings it back.`
            : undone.by_check
              ? md`The suggestion ${ref(undone.waits_again)}, which you had checked, waits for an answer again. verify brings it back.`
              : md`The suggestion ${ref(undone.waits_again)}, which you had accepted, waits for an answer again. Accepting it brings it back.`,
          atWar && editWarSaid,
        ],
        ' ',
      ),
      data: presentAs({ ...undone, notices: atWar ? ['edit_war'] : undefined }),
      view: () => padShown(call, undone.pad_id),
    }
  },
})

async function deletePost(call: Call<unknown>, post_id: string) {
  const { ask, parts } = call
  const found = await threadWithPost(parts.sql, post_id)
  const text = md`Deleted ${ref(post_id)}.`
  if (isId('dm', found)) {
    await ask(dm, found, 'delete_post', { post_id })
    return { text, data: { post_id, url: `${parts.config.baseUrl}/dm/${found}` }, view: () => dmShown(call, found) }
  }
  const { thread_id, version } = await ask(thread, found, 'delete_post', { post_id })
  if (thread_id === undefined || version === undefined) return { text, data: { post_id } }
  return {
    text,
    data: { post_id, thread_id, etag: threadEtag({ id: thread_id, version }) },
    view: () => threadShown(call, thread_id, post_id),
  }
}
