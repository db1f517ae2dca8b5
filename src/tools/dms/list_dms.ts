import { Type } from 'typebox'
import { dmView, readDm, readDms } from '../../reading/dm.ts'
import { present, presentAs } from '../../records/present.ts'
import { dmsText, dmText } from '../../render/tool_text/dm_text.ts'
import { invalid, unreadable } from '../../rules/errors.ts'
import { reads } from '../../rules/limits.ts'
import { dmStatuses } from '../../rules/closed_lists.ts'
import { choice, cursor, flag, id, integer, optional } from '../input/fields.ts'
import { partial, rows } from '../output/shapes.ts'
import { postRows, postsAsFields } from '../threads/post_fields.ts'
import { quoting, tool } from '../tool.ts'
import { dmFields, dmShape } from './dm_shape.ts'

const dm = () => partial(dmShape)

export const listDms = tool({
  name: 'list_dms',
  title: 'List DMs',
  kind: 'read',
  page: '/dm',
  about: 'Your DMs and requests; with dm_id, its posts.',
  idempotent: true,
  openWorld: false,
  input: {
    status: optional(choice(dmStatuses)),
    dm_id: optional(id('dm', 'read its posts')),
    after_seq: optional(integer(0)),
    before_seq: optional(integer(1)),
    limit: optional(integer(1, `default ${reads.dms.page}`, reads.dms.most)),
    cursor: optional(cursor()),
  },
  output: {
    dms: rows(dm(), 'newest change first'),
    dm: dm(),
    posts: postRows(),
    has_older: flag(),
    next_cursor: Type.String(),
  },

  async run({ input, caller, now, parts }) {
    const { sql, pool } = parts
    const { status, dm_id, after_seq: after, before_seq: before, limit = reads.dms.page } = input
    const trust = quoting('private')
    if (dm_id === undefined) {
      const { dms, next_cursor } = await readDms(parts, caller.id, {
        ...present({ status }),
        cursor: input.cursor,
        limit,
      })
      return {
        text: dmsText(dms, next_cursor, caller),
        data: presentAs({ dms: dms.map(dmFields), next_cursor }),
        trust,
        view: () => presentAs({ kind: 'dm', dms, next_cursor }),
      }
    }
    if (before !== undefined && after !== undefined) {
      throw invalid('before_and_after', 'Send before_seq or after_seq, not both.')
    }
    const page = caller.limited_to ? undefined : await readDm(sql, caller.id, dm_id, { before, after, limit })
    if (!page) throw unreadable('dm')
    const clip = page.posts.length > 1
    const from = after === undefined ? 'newest' : 'oldest'
    const fields = postsAsFields()
    const printed = await pool.print((fragment) =>
      dmText(page, { eyes: caller, from, clip, inData: fields.size }, fragment),
    )
    const last = printed.posts.at(-1)
    if (last) parts.notedReads.upTo(caller.id, dm_id, last.seq, now)
    const posts = printed.posts.map(fields.of)
    return {
      text: printed.text,
      data: {
        dm: dmFields(page.dm),
        posts: clip ? posts : posts.map(({ clipped: _, ...whole }) => whole),
        has_older: printed.has_older,
      },
      trust,
      view: () => dmView(sql, page, caller),
    }
  },
})
