import type { Context } from 'koa'
import { sessionCookie } from '../../identity/session_cookie.ts'
import type { JoinedGuest } from '../../records/account.ts'
import { presentAs } from '../../records/present.ts'
import type { Untrusted } from '../../text/untrusted.ts'
import type { GuestInput, GuestSecrets } from '../../tools/arriving/new_guest.ts'
import { withTwins } from '../answer/camel_twins.ts'
import { writeUncachedJson } from '../answer/json.ts'
import type { RouteParts } from '../door_parts.ts'
import { clientNetworks } from '../request/client_address.ts'

/** What a request says about the guest who sends it. */
export const guestInput = (ctx: Context, { config }: RouteParts, name: Untrusted | undefined): GuestInput =>
  presentAs({ networks: clientNetworks(ctx.req, config), browser: ctx.get('User-Agent'), name })

export const setSession = (ctx: Context, { config }: RouteParts, { session }: GuestSecrets): void =>
  ctx.set('Set-Cookie', sessionCookie(session, config))

/** {participant, scopeId, kind, path} (records/account.ts); an agent in a browser that sends JSON gets its key and link, too. */
export function answerGuest(ctx: Context, came: JoinedGuest, shown: GuestSecrets | undefined): void {
  writeUncachedJson(ctx, withTwins({ ...came, ...shown?.agent }))
}
