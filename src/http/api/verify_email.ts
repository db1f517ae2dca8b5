import type { Context, Middleware } from 'koa'
import { badEmailLink } from '../../../actors/participant/confirm_email.ts'
import { participant } from '../../../actors/participant/index.ts'
import { openLink, type OpenedLink, sharingAddress } from '../../identity/email/confirmation_link.ts'
import { sessionCookie } from '../../identity/session_cookie.ts'
import { newSession } from '../../identity/session.ts'
import { displayName } from '../../reading/account/display_name.ts'
import { present } from '../../records/present.ts'
import { bodies } from '../../rules/limits.ts'
import { text } from '../../tools/input/fields.ts'
import { form } from '../../tools/input/form.ts'
import { readFields } from '../request/read_body.ts'
import { checkFormOrigin, checkHeader } from '../request/own_origin.ts'
import { writeUncachedJson } from '../answer/json.ts'
import type { RouteParts } from '../door_parts.ts'
import { sessionCaller } from '../request/session_caller.ts'

/** What confirming an address did in the browser that opened the link. */
interface Verified {
  readonly verified: true
  /** of the confirmed id, or of the account that the guest was merged into */
  readonly name: string
  /** this browser is now signed in as that account */
  readonly signedIn: boolean
  /** the guest became an earlier id of a person's account */
  readonly merged: boolean
  /** this browser stays signed in as another account */
  readonly otherSession: boolean
}

// no minimum length: every failure of a token is the same answer
const fields = form('verify-email', { token: text(0, bodies.small) })

/** Confirms an address: called by the script of the page to which the link of a confirmation mail leads. */
export const verifyEmail =
  (parts: RouteParts): Middleware =>
  async (ctx) => {
    checkHeader(ctx)
    checkFormOrigin(ctx, parts.config)
    const { token } = fields(await readFields(ctx.req, bodies.small))
    const link = await openLink(parts, token)
    if (!link) throw badEmailLink()
    writeUncachedJson(ctx, await confirm(ctx, parts, link))
  }

async function confirm(ctx: Context, parts: RouteParts, link: OpenedLink): Promise<Verified> {
  const { config, sql, ask, credentials } = parts
  const { participant_id, credential_id, email_key, human } = link
  const before = await sessionCaller(ctx, parts)
  const { reply } = await ask(participant, participant_id, 'confirm_email', {
    credential_id,
    email_key,
    ...present({ human, session: before?.id === participant_id ? before.credential_id : undefined }),
  })
  const { merged } = reply
  const account = merged && human !== undefined ? human : participant_id
  await credentials.changed({
    credentials: reply.ended,
    participants: [participant_id, account, ...(await sharingAddress(parts, email_key))],
  })
  const name = await displayName(sql, account)
  if (link.kind !== 'guest') return { verified: true, name, signedIn: false, merged, otherSession: false }
  // against login CSRF: a link that anyone may have sent does not switch a signed-in browser to the guest
  const otherSession = before !== undefined && before.id !== account && before.id !== participant_id
  if (!otherSession && before?.id !== account) {
    ctx.set('Set-Cookie', sessionCookie(await newSession(parts, account, ctx.get('User-Agent')), config))
  }
  return { verified: true, name, signedIn: !otherSession, merged, otherSession }
}
