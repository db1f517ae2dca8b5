import { Type } from 'typebox'
import { listInvites } from '../../reading/hub/invites.ts'
import { lines, md, ref } from '../../render/markdown/md.ts'
import { givenSeats, placeKinds } from '../../rules/closed_lists.ts'
import { choice, flag, id, integer, optional } from '../input/fields.ts'
import { rows, time, partial } from '../output/shapes.ts'
import { invite } from '../hubs/invite.ts'
import { quoting, tool } from '../tool.ts'
import { appTool } from './app_tool.ts'
import { placeFields, placeNamed } from '../input/place.ts'

/** The valid invites of one place, or of the hubs the caller keeps. Their links are never shown again. */
const liveInvites = tool({
  name: 'ui_invite',
  title: 'Live invites',
  kind: 'read',
  about: 'List the invites that still work.',
  input: { ...placeFields, list: flag() },
  output: {
    invites: rows(
      partial({
        invite_id: id('invite'),
        kind: choice(placeKinds),
        scope_id: Type.String(),
        hub_id: id('hub'),
        role: choice(givenSeats),
        uses: integer(0, 'left'),
        created_by: Type.String(),
        created_at: time(),
        expires_at: time(),
      }),
    ),
  },
  async run({ input, caller, reader, now, parts: { sql } }) {
    const { list: _, ...named } = input
    const place = Object.values(named).some((one) => one !== undefined) ? placeNamed(named) : undefined
    const invites = await listInvites(sql, caller, reader, place, now)
    return {
      text: lines(invites.map(({ invite_id, title, uses }) => md`${ref(invite_id)} · ${title} · ${uses} uses left`)),
      data: {
        invites: invites.map(({ title: __, created_at, expires_at, ...row }) => ({
          ...row,
          created_at: created_at.toISOString(),
          expires_at: expires_at.toISOString(),
        })),
      },
      trust: quoting('private'),
      view: () => ({ kind: 'hub', invites }),
    }
  },
})

export const uiInvite = appTool({
  name: 'ui_invite',
  title: 'Invite',
  core: invite,
  instead: ({ list }) => (list === true ? liveInvites : undefined),
  destructive: true,
  input: { ...invite.input, list: optional(flag('the invites that work now')) },
  as: ({ list, ...more }) => (list === true ? { list, ...more } : more),
})
