import type { Context, Middleware } from 'koa'
import { participant } from '../../../actors/participant/index.ts'
import { bearerToken } from '../../identity/authorization_header.ts'
import { confirmationUrl } from '../../identity/email/confirmation_link.ts'
import { emailKey, isEmail } from '../../rules/email_address.ts'
import { mayConfirm } from '../../identity/email/may_confirm_address.ts'
import { newCredential } from '../../identity/secrets.ts'
import { confirmationLetter } from '../../mail/letters.ts'
import { readMe } from '../../reading/account/me.ts'
import { html } from '../../render/html.ts'
import { mailKeptLocally } from '../../render/words/mail_kept_locally.ts'
import { type Caller, readerFor } from '../../rules/caller.ts'
import { Refusal, unauthenticated } from '../../rules/errors.ts'
import { bodies, inputs, lifetimes, registration } from '../../rules/limits.ts'
import { inHours } from '../../rules/units.ts'
import { text } from '../../tools/input/fields.ts'
import { form } from '../../tools/input/form.ts'
import { paced } from '../../tools/call/pace/pace_outside_tools.ts'
import { isForm, readForm } from '../request/form_body.ts'
import { checkFormOrigin } from '../request/own_origin.ts'
import { frame, sendMessage } from '../answer/uncached_page.ts'
import { writeUncachedJson } from '../answer/json.ts'
import { notAnEmail } from './sign_in_form.ts'
import type { RouteParts } from '../door_parts.ts'
import { sessionCaller } from '../request/session_caller.ts'

const fields = form('email', { email: text(3, inputs.email) })

/** POST /signin/email does not sign in: it mails a link that confirms the address of a guest or of an agent without a human. */
export const sendEmailLink =
  (parts: RouteParts): Middleware =>
  async (ctx) => {
    checkFormOrigin(ctx, parts.config)
    const caller = await asking(ctx, parts)
    const sent = await readForm(ctx, bodies.settings)
    try {
      const { email } = fields(sent)
      if (!isEmail(email)) throw notAnEmail()
      const answer = await mailLink(parts, caller, email)
      if (isForm(ctx)) return await answerWithMessage(caller, ctx, parts, answer.message ?? onItsWay(email))
      writeUncachedJson(ctx, answer)
    } catch (error) {
      if (!(error instanceof Refusal) || !isForm(ctx)) throw error
      await answerWithMessage(caller, ctx, parts, error.message, error.status)
    }
  }

async function answerWithMessage(
  caller: Caller,
  ctx: Context,
  { config, sql }: RouteParts,
  words: string,
  status = 200,
) {
  const me = await readMe(sql, caller, readerFor(caller, config.publicThreads))
  const back = html`${words} <a href="/settings">Back to your settings</a>`
  sendMessage(ctx, 'Confirm your address', back, status, { ...frame, me })
}

const onItsWay = (email: string): string =>
  `A link is on its way to ${email}. Open it within ${inHours(lifetimes.emailVerification)}.`

/** Identifies an agent by its key, a person by the session of their browser. */
async function asking(ctx: Context, { config, credentials }: RouteParts): Promise<Caller> {
  const token = bearerToken(ctx.get('Authorization'))
  if (token !== undefined) return credentials.callerOf(token)
  const caller = await sessionCaller(ctx, { credentials })
  if (caller) return caller
  throw unauthenticated(
    'no_key',
    `Say whose address it is: with a session of ${config.baseUrl}, or with an agent key as Bearer.`,
  )
}

interface Sent {
  readonly sent: boolean
  readonly message?: string
}

async function mailLink(parts: RouteParts, caller: Caller, email: string): Promise<Sent> {
  const { config, clock, ask, mail } = parts
  await mayConfirm(parts, email, caller.id)
  const spends = [
    { pace: registration.emailsPerId, subject: caller.id },
    { pace: registration.emailsPerAddress, subject: emailKey(email) },
  ]
  await paced(parts, spends, async () => {
    const { secret, key } = newCredential('email_verification', clock.now())
    const { reply } = await ask(participant, caller.id, 'add_email_link', { by: caller, email, key })
    await mail.send(confirmationLetter(email, reply.handle, confirmationUrl(config, secret)))
  })
  return mail.connected ? { sent: true } : { sent: false, message: `${mailKeptLocally}.` }
}
