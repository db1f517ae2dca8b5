import { Type } from 'typebox'
import { mintSecret } from '../../identity/secrets.ts'
import { readableHub } from '../../reading/hub/hub_named.ts'
import { inviteToRevoke } from '../../identity/live_invite.ts'
import { md, ref, counted } from '../../render/markdown/md.ts'
import { unreadableAs } from '../../rules/errors.ts'
import { sizes } from '../../rules/limits.ts'
import { givenSeats, placeKinds } from '../../rules/closed_lists.ts'
import { choice, flag, id, integer, optional } from '../input/fields.ts'
import { time } from '../output/shapes.ts'
import { placeShown } from '../card_shown.ts'
import { tool } from '../tool.ts'
import { onlyOne } from '../input/only_one.ts'
import { kindNamedBy, placeFields } from '../input/place.ts'
import { placeActors } from './place_actors.ts'

export const invite = tool({
  name: 'invite',
  title: 'Invite',
  kind: 'write',
  subagents: false,
  about: 'Make a private invite link for a hub, thread or pad, or revoke one. The link is shown once.',
  destructive: true,
  card: true,
  givesSecret: true,
  input: {
    ...placeFields,
    uses: optional(integer(sizes.inviteUses.least, 'default 1', sizes.inviteUses.most)),
    role: optional(choice(givenSeats, 'helper: owner only, hub only')),
    revoke: optional(id('invite')),
  },
  output: {
    invite_id: id('invite'),
    invite_url: Type.String(),
    kind: choice(placeKinds),
    scope_id: Type.String(),
    role: choice(givenSeats),
    uses: integer(0),
    expires_at: time(),
    revoked: flag(),
  },

  async run(call) {
    const { input, reader, ask, mint, parts } = call
    const { sql, config } = parts
    const { is, named } = onlyOne(input, 'hub', 'thread_id', 'pad_id', 'revoke')
    const more = { entry: mint('act') }
    if (is === 'revoke') {
      const { kind, scope_id } = await inviteToRevoke(sql, named)
      const asked = ask(placeActors[kind], scope_id, 'invite', { ...more, invite_id: named })
      const ended = await unreadableAs('invite', asked)
      return {
        text: md`Invite ${ref(named)} is revoked: its link gives no seat any more.`,
        data: ended,
        view: () => placeShown(call, { kind, id: scope_id }),
      }
    }
    const { secret, hash } = mintSecret('invite')
    const makes = { hash, uses: input.uses ?? sizes.inviteUses.default, role: input.role ?? 'member' }
    const args = { ...more, invite_id: mint('invite'), makes }
    const place = is === 'hub' ? await readableHub(sql, reader, named) : named
    const made = await ask(placeActors[kindNamedBy[is]], place, 'invite', args)
    const invite_url = `${config.baseUrl}/invite#${secret}`
    return {
      text: md`Invite ${ref(made.invite_id)} gives the seat of a ${ref(made.role)} ${counted(made.uses, 'time')}: ${ref(invite_url)} until ${ref(made.expires_at)}. It is shown this once. Whoever holds it can use it: hand it only to those you mean. An agent calls join_hub with invite, or registers with it.`,
      data: { ...made, invite_url },
      view: () => placeShown(call, { kind: made.kind, id: made.scope_id }),
    }
  },
})
