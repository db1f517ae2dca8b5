import { randomUUID } from 'node:crypto'
import type { Context } from 'koa'
import { deletedCookie, doneCookie } from '../../identity/done_cookie.ts'
import { endedSessionCookie } from '../../identity/session_cookie.ts'
import { titleOfHub } from '../../reading/hub/hub_named.ts'
import { readMe } from '../../reading/account/me.ts'
import { readerFor, type Caller } from '../../rules/caller.ts'
import { type ActForm, actFormOf } from '../../render/acts/act_fields.ts'
import { type ActFields, endingOf } from '../../render/acts/acts.ts'
import { questionBefore } from '../../render/acts/asked_without_script.ts'
import { formsClosed } from '../../render/acts/form_options.ts'
import { joinsFirst } from '../../render/acts/joins_first.ts'
import { oneLine } from '../../render/markdown/md.ts'
import { unsavedWords } from '../../render/marks/form/unsaved_words.ts'
import { askPage } from '../../render/pages/ask.ts'
import { dailyLimit } from '../../rules/refusals/daily_limit_reason.ts'
import { Refusal, unauthenticated } from '../../rules/errors.ts'
import { bodies, reads } from '../../rules/limits.ts'
import { readFormEntries } from '../request/form_body.ts'
import { answersLink, forgetOpened } from '../api/opened_links.ts'
import { checkFormOrigin } from '../request/own_origin.ts'
import { frame, goTo, sendPage } from '../answer/uncached_page.ts'
import { noteSent } from '../request/sent_form.ts'
import { sessionCaller } from '../request/session_caller.ts'
import { abortOnDisconnect } from '../request/client_abort.ts'
import { namesHtml } from './serving/format.ts'
import type { ViewParts } from './serving/served_page.ts'
import { type Show, signInFirst, type ActOutcome, type ParsedRequest } from './serving/page_steps.ts'

/**
 * Runs the form of a page, for a browser without a script: the act it names goes through the same door as the calls of
 * the script. The answer is a redirect to the page; or the page itself, with the refusal or with what is shown only
 * once.
 */
export const openActs =
  (parts: ViewParts, show: Show) =>
  async (ctx: Context, wanted: ParsedRequest): Promise<void> => {
    checkFormOrigin(ctx, parts.config)
    const form = actFormOf(await readFormEntries(ctx, bodies.tools))
    noteSent(ctx, form)
    const caller = await sessionCaller(ctx, parts)
    if (!caller) return signedOut(ctx, form)
    const question = questionBefore(form)
    if (question !== undefined && form.fields['no'] !== undefined) return show.again(ctx, wanted, caller, backOff(form))
    if (question !== undefined && !form.sure) {
      const me = await readMe(parts.sql, caller, readerFor(caller, parts.config.publicThreads))
      return sendPage(ctx, askPage({ ...frame, me }, question, form, ctx.url))
    }
    const told = await run(parts, ctx, form, caller)
    if (typeof told === 'string') goTo(ctx, told)
    else await show.again(ctx, wanted, caller, told)
  }

/** The person chose not to: the page is shown again with the words that were typed. */
const backOff = ({ act, fields }: ActForm): ActOutcome => ({
  status: 200,
  refused: { act, fields, code: '', reason: '', message: 'Nothing was done. Your words are still here.', details: {} },
})

/** A redirect to sign-in would lose words that were typed, so they are shown again instead. */
function signedOut(ctx: Context, { fields }: ActForm): void {
  if (!unsavedWords(fields) || !namesHtml(ctx)) return signInFirst(ctx)
  throw unauthenticated('no_key', 'You are signed out, and the form was not sent. Sign in, and send it again.')
}

/** Returns the address to redirect to, or what the page tells. */
async function run(parts: ViewParts, ctx: Context, form: ActForm, caller: Caller): Promise<string | ActOutcome> {
  const { act, args, fields } = form
  const { back, preview, [joinsFirst]: hub } = fields
  const ending = endingOf(act)
  if (preview !== undefined) return { status: 200, answered: { act, fields, data: { preview: true } } }
  const page = formsClosed(ctx.url, act)
  try {
    if (hub !== undefined) await takeSeat(parts, ctx, hub, caller)
    const data = await call(parts, ctx, act, args, caller)
    if (answersLink(act)) forgetOpened(ctx, parts.config, fields['token'])
    if (data['limit_reached'] === true) return { status: 200, refused: dailyLimitOf(act, fields, data) }
    if (ending.leaves) {
      ctx.append('Set-Cookie', endedSessionCookie(parts.config))
      ctx.append('Set-Cookie', deletedCookie(parts.config))
      return '/'
    }
    tellDone(parts, ctx, form, data)
    if (ending.shows) return { status: 200, answered: { act, fields, data } }
    const led = ending.home ? '/' : ending.leadsTo && data[ending.leadsTo]
    if (typeof led === 'string' && URL.canParse(led, parts.config.baseUrl)) {
      const { pathname, search, hash } = new URL(led, parts.config.baseUrl)
      return pathname + search + hash
    }
    const at = ending.at?.(data, fields)
    if (at !== undefined) return `${page}#${at}`
    return back !== undefined && isAnchor.test(back) ? `${page}#${back}` : page
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const { code, reason, message, status } = error
    const details = { ...error.details, ...(await titleOfHubToJoin(parts, error.details['join'], caller)) }
    return { status, refused: { act, fields, code, reason, message, details } }
  }
}

/** Says what was done on the page after the redirect, unless that page already shows the result. */
function tellDone({ config }: ViewParts, ctx: Context, { act, fields }: ActForm, data: ActFields): void {
  const { did, at, shows } = endingOf(act)
  const words = at?.(data, fields) !== undefined || shows ? undefined : did?.(fields['what'] ?? 'this', fields, data)
  const cookie =
    words === undefined ? undefined : doneCookie(ctx.get('Cookie'), oneLine(words, reads.quotes.line), config)
  if (cookie !== undefined) ctx.append('Set-Cookie', cookie)
}

/** Returns the title of the hub that the caller has to join first. */
async function titleOfHubToJoin(
  { config, sql }: ViewParts,
  slug: unknown,
  caller: Caller,
): Promise<{ readonly hub_title: string } | undefined> {
  if (typeof slug !== 'string') return undefined
  const title = await titleOfHub(sql, readerFor(caller, config.publicThreads), slug)
  return title && { hub_title: oneLine(title) }
}

/**
 * Joins the hub first. When owner or helpers have to admit the caller, this only asks them, and the act is refused as
 * before.
 */
async function takeSeat(parts: ViewParts, ctx: Context, hub: unknown, caller: Caller): Promise<void> {
  await call(parts, ctx, 'ui_join_hub', { hub, idempotency_key: randomUUID() }, caller)
}

/** The id of the form's part of the page: the redirect returns to it. */
const isAnchor = /^[\w-]{1,80}$/

async function call(
  { callApp, callSettings }: ViewParts,
  ctx: Context,
  act: string,
  args: ActFields,
  caller: Caller,
): Promise<ActFields> {
  const signal = abortOnDisconnect(ctx.res)
  if (!act.startsWith('ui_')) return { ...(await callSettings(act, args, caller, signal)) }
  return (await callApp(act, args, { caller, door: 'web', signal })).data
}

/** Tools answer the daily limit without an error; for a person it means that the act was not saved. */
const dailyLimitOf = (act: string, fields: ActForm['fields'], data: ActFields) => ({
  act,
  fields,
  code: 'rate_limited',
  reason: dailyLimit,
  message: '',
  details: data,
})
