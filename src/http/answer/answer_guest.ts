import type { Context } from 'koa'
import { sessionCookie } from '../../identity/session_cookie.ts'
import type { JoinedGuest } from '../../records/joined_guest.ts'
import type { ToolParts } from '../../tools/tool_parts.ts'
import type { GuestSecrets, Parts as NewGuestParts } from '../../tools/arriving/new_guest.ts'
import type { IpLimits } from '../request/count_per_ip.ts'
import { withTwins } from './camel_twins.ts'
import { writeJson } from './json.ts'

export type GuestParts = NewGuestParts & Pick<ToolParts, 'credentials'> & { readonly ipLimits: IpLimits }

export const setSession = (ctx: Context, { config }: GuestParts, { session }: GuestSecrets): void =>
  ctx.set('Set-Cookie', sessionCookie(session, config))

/** {participant, scopeId, kind, path} (records/joined_guest.ts); an agent in a browser that sends JSON gets its key and link, too. */
export function answerGuest(ctx: Context, came: JoinedGuest, shown: GuestSecrets | undefined): void {
  ctx.set('Cache-Control', 'no-store')
  writeJson(ctx, withTwins({ ...came, ...shown?.agent }))
}
