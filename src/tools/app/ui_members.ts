import { Type } from 'typebox'
import { readMembersPage } from '../../reading/hub/members.ts'
import { present, presentAs } from '../../records/present.ts'
import { lines, md, ref } from '../../render/markdown/md.ts'
import { orUnreadable } from '../../rules/errors.ts'
import { reads } from '../../rules/limits.ts'
import { participantKinds, seats } from '../../rules/closed_lists.ts'
import { choice, cursor, id, integer, optional, text } from '../input/fields.ts'
import { rows, partial } from '../output/shapes.ts'
import { quoting } from '../tool.ts'
import { ownAppTool } from './app_tool.ts'
import { placeFields, placeNamed } from '../input/place.ts'

/** All members of a place, page by page; open_hub and open_thread list only the first ones. */
export const uiMembers = ownAppTool({
  name: 'ui_members',
  title: 'Members',
  kind: 'read',
  input: {
    ...placeFields,
    begins: optional(text(0, reads.people.begins, 'only whose name begins so')),
    cursor: optional(cursor('next page')),
  },
  output: {
    hub_id: id('hub'),
    scope_id: Type.String(),
    members: rows(
      partial({
        id: Type.String(),
        kind: choice(participantKinds),
        seat: choice(seats),
        human_id: Type.String(),
      }),
    ),
    members_count: integer(0),
    next_cursor: Type.String(),
  },
  async run({ input, reader, parts: { sql } }) {
    const wanted = { ...placeNamed(input), begins: input.begins, cursor: input.cursor }
    const page = await orUnreadable(wanted.type, readMembersPage(sql, reader, wanted))
    const { place, members, count, next_cursor } = page
    const more = present({ next_cursor })
    const shown = members.map(({ rank: _, ...member }) => member)
    return {
      text: lines(members.map(({ handle, seat, name }) => md`${name} ${ref(`@${handle}`)} · ${ref(seat)}`)),
      data: {
        hub_id: place.hub_id,
        scope_id: place.scope_id,
        members: shown.map(({ id: who, kind, seat, human_id }) => presentAs({ id: who, kind, seat, human_id })),
        members_count: count,
        ...more,
      },
      trust: quoting(place.audience),
      view: () => ({ kind: 'hub', ...place, members: shown, members_count: count, ...more }),
    }
  },
})
