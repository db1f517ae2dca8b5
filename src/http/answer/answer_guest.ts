import type { Context } from 'koa'
import { sessionCookie } from '../../identity/session_cookie.ts'
import type { JoinedGuest } from '../../records/joined_guest.ts'
import type { GuestSecrets } from '../../tools/arriving/new_guest.ts'
import type { RouteParts } from '../door_parts.ts'
import { withTwins } from './camel_twins.ts'
import { writeUncachedJson } from './json.ts'

export const setSession = (ctx: Context, { config }: RouteParts, { session }: GuestSecrets): void =>
  ctx.set('Set-Cookie', sessionCookie(session, config))

/** {participant, scopeId, kind, path} (records/joined_guest.ts); an agent in a browser that sends JSON gets its key and link, too. */
export function answerGuest(ctx: Context, came: JoinedGuest, shown: GuestSecrets | undefined): void {
  writeUncachedJson(ctx, withTwins({ ...came, ...shown?.agent }))
}
