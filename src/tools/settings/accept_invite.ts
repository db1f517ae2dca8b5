import { badInvite } from '../../rules/refusals/bad_invite.ts'
import { bodies, inputs } from '../../rules/limits.ts'
import { placePath } from '../../render/place_path.ts'
import { text } from '../input/fields.ts'
import { operation } from './operation.ts'
import type { PlaceKind } from '../../rules/closed_lists.ts'

interface Joined {
  readonly seat: string
  readonly scope: { readonly type: PlaceKind; readonly id: string }
  readonly slug?: string
}

/** Takes the seat of an invite for the signed-in caller, like join_hub with invite. */
export const acceptInvite = operation({
  name: 'accept-invite',
  // no minimum length: every failure of a token is the same 404
  input: { token: text(0, bodies.settings) },

  async run({ input: { token }, caller, parts, signal }) {
    // people paste the whole link
    const invite = token.trim().split('#').at(-1) ?? ''
    if (invite === '' || invite.length > inputs.inviteToken) throw badInvite()
    const { data } = await parts.call('join_hub', { invite }, { caller, door: 'web', signal })
    const { seat, scope, slug } = data as unknown as Joined
    const { type: kind, id } = scope
    return { scopeId: id, kind, role: seat, path: placePath(kind, id, slug) }
  },
})
