import { type ActForm, actFormOf } from '../../render/acts/act_fields.ts'
import { type ActFields, asksFirst, endingOf } from '../../render/acts/acts.ts'
import { joinsFirst } from '../../render/acts/joins_first.ts'
import { busy } from './busy.ts'
import { call, type Outcome, type Refusal } from './call.ts'
import { forgetAll, forgetDraft, placesOf } from '../drafts/keep_drafts.ts'
import { closeForm, closeMenus, emptied } from './close_form.ts'
import { cardOf, holdBack, letGo } from '../undo/held.ts'
import { aboutOf, fieldsOf, isForWords, isSending } from '../live/in_use.ts'
import { freshKey, renewKey } from './idempotency_key.ts'
import { takeNotice } from './notice.ts'
import { focusAfter, focusOn } from '../shortcuts/focus.ts'
import { onPage } from '../on_page.ts'
import { draw, noteDrawn, onceDrawn, refresh } from '../live/refresh.ts'
import { rest } from '../after_paint.ts'
import { drawSending } from './post_being_sent.ts'
import { offerUndo, tell } from '../undo/undo.ts'
import { awaitAnswer } from './unanswered.ts'

/**
 * Handles the submission of every act form: sends its fields as JSON to the same door as the form, and shows the result
 * in place. Without this script the form does the same by itself.
 */
export function takeForms(): void {
  document.addEventListener('submit', (event) => {
    const form = event.target
    if (event.defaultPrevented || !(form instanceof HTMLFormElement) || form.method !== 'post') return
    if (!form.querySelector('input[type=hidden][name=act]')) return
    const by = event.submitter as HTMLButtonElement | null
    // on the page with the question: the server returns to the page before it
    if (by?.name === 'no') return
    event.preventDefault()
    if (isSending(form) || answered.has(form)) return
    if (by?.name === 'preview') {
      orTell(import('../edit/edit.ts').then(({ togglePreview }) => togglePreview(onPage, form)))
    } else orTell(submit(form, by))
  })
  // a page from the back/forward cache may be out of date, also by the act that left it
  addEventListener('pageshow', ({ persisted }) => persisted && void drawAnswered(false))
}

/** Forms without text that are done, until the page is redrawn: pressing one again would answer twice. */
const answered = new Set<HTMLFormElement>()

/** Redraws the page after what was done, at once or when it is available again. Only then may a form be pressed again. */
async function drawAnswered(byAct: boolean): Promise<boolean> {
  noteDrawn(byAct)
  const told = [...answered]
  const drawn = await refresh({ byAct })
  const open = (): void => told.forEach((form) => answered.delete(form))
  if (drawn) open()
  else onceDrawn(open)
  return drawn
}

/** An act in progress, with the texts for its messages. */
interface Act {
  readonly form: HTMLFormElement
  readonly about: string
  readonly sent: ActForm
  readonly what: string
  /** the field of the pressed button */
  readonly pressed: Entries
  readonly tries: number
}

type Entries = readonly (readonly [string, string])[]

async function submit(form: HTMLFormElement, by: HTMLButtonElement | null): Promise<void> {
  const pressed: Entries = by?.name ? [[by.name, by.value]] : []
  const sent = actFormOf(entriesOf(form, pressed))
  if (by && sent.fields[joinsFirst] !== undefined) {
    return (await import('./refused.ts')).joinFirst(onPage, form, by)
  }
  const act: Act = { form, about: aboutOf(form), sent, what: sent.fields['what'] ?? 'this', pressed, tries: 0 }
  const ending = endingOf(sent.act)
  const { asks, shows } = ending
  const question = sent.sure ? undefined : asks?.(act.what, sent.fields)
  if (question !== undefined) {
    if (!asksFirst(ending, sent.fields)) return hold(act)
    if (!(await (await rest).confirmed(question))) return
  }
  if (shows) return show(act)
  await deliver(act)
}

function entriesOf(form: HTMLFormElement, pressed: Entries): [string, string][] {
  return [...new FormData(form), ...pressed].filter((entry): entry is [string, string] => typeof entry[1] === 'string')
}

/** For an act without an undo: hidden at once, and sent when the time for its undo is over. */
function hold(act: Act): void {
  const { form, about, sent, what } = act
  const comesBack = focusAfter(cardOf(form))
  holdBack(about)
  comesBack()
  offerUndo({
    words: endingOf(sent.act).did?.(what, sent.fields, {}) ?? 'Done.',
    back() {
      letGo(about)
      formNow(act)?.querySelector<HTMLElement>('button, textarea')?.focus()
    },
    over: () => orTell(deliver(act)),
  })
}

/** Returns the form, or its replacement after the page was redrawn. */
const formNow = ({ form, about }: Pick<Act, 'form' | 'about'>): HTMLFormElement | undefined =>
  form.isConnected && aboutOf(form) === about ? form : [...document.forms].find((one) => aboutOf(one) === about)

async function deliver(act: Act): Promise<void> {
  const { sent, about } = act
  const form = formNow(act)
  const idle = form && busy(form)
  const post = form && sent.act === 'ui_post' ? drawSending(form) : undefined
  const heard = awaitAnswer({
    ...sent,
    at: Date.now(),
    path: location.pathname + location.search,
    drafts: form && placesOf(form),
  })
  const outcome = await call(sent.act, sent.args)
  heard(outcome)
  idle?.()
  if (outcome.is === 'done') {
    const drawn = await finish(act, form, outcome.data)
    if (post && drawn) post.done()
    else if (post) onceDrawn(post.done)
    letGo(about)
    return
  }
  letGo(about)
  post?.back()
  await unfinished(act, form, outcome)
}

async function finish(
  { sent, what }: Act,
  form: HTMLFormElement | undefined,
  data: Readonly<Record<string, unknown>>,
): Promise<boolean> {
  const ending = endingOf(sent.act)
  if (form) {
    takeNotice(form)
    forgetDraft(form)
    renewKey(form)
    emptied(form, sent)
    closeMenus(form)
    if (!fieldsOf(form).some(isForWords)) answered.add(form)
  }
  const words = ending.did?.(what, sent.fields, data)
  if (ending.leaves) forgetAll()
  const led = (ending.home ? '/' : ending.leadsTo && data[ending.leadsTo]) as string | undefined
  if (led) {
    // other tabs hear of it, although this one draws another page
    noteDrawn(true)
    goTo(led)
    void rest.then(({ tellNext }) => tellNext(words))
    return true
  }
  const comesBack = form && focusAfter(cardOf(form))
  const closed = closeForm(sent.act)
  // a focused field would stay as it is, but this one was sent
  if (closed && form?.contains(document.activeElement)) (document.activeElement as HTMLElement).blur()
  const drawn = await drawAnswered(true)
  comesBack?.()
  const at = ending.at?.(data, sent.fields) ?? (closed ? sent.fields['back'] : undefined)
  const place = document.getElementById(at ?? '')
  // the opened form is gone, so the focus moves to its result
  if (closed) focusOn(place)
  else place?.scrollIntoView({ block: 'nearest' })
  const undo = words && ending.undo?.(sent.fields, data)
  if (undo) offerUndo({ words, back: () => orTell(takeBack(undo, what, sent.fields['back'])) })
  else if (words) tell(words)
  return drawn
}

/** Opens another page by its path, on this page's own origin. */
function goTo(address: string): void {
  const { href, origin } = new URL(address, location.href)
  location.assign(href.slice(origin.length))
}

async function unfinished(act: Act, form: HTMLFormElement | undefined, outcome: Exclude<Outcome, { is: 'done' }>) {
  if (outcome.is === 'refused') {
    if (form) renewKey(form)
    const met = outcome.refusal.reason === 'merge' && form
    if (met && (await (await rest).showMerge?.(onPage, met, entriesOf(met, act.pressed)))) return
    return sayRefused(form, act.sent, outcome.refusal)
  }
  const least = outcome.is === 'busy' ? outcome.again : 0
  const send = (): void =>
    orTell(deliver({ ...act, sent: form ? currentForm(form, act.sent) : act.sent, tries: act.tries + 1 }))
  if (form) return (await rest).sendAgain(onPage, form, act.tries, outcome.is, least, send)
  tell(noAnswer)
}

/** Whether it was done is unknown. */
const noAnswer = 'No answer. Open the page again.'

/** Loading a part of this script may fail. */
const orTell = (acting: Promise<void>): void =>
  void acting.catch((fault) => {
    tell(noAnswer)
    throw fault
  })

async function sayRefused(form: HTMLFormElement | undefined, sent: ActForm, refusal: Refusal): Promise<void> {
  ;(await import('./refused.ts')).showRefused(onPage, form, sent, refusal)
}

/** The current content of the form, with the fields of the pressed button. */
function currentForm(form: HTMLFormElement, sent: ActForm): ActForm {
  const now = actFormOf(entriesOf(form, []))
  return { ...now, args: { ...sent.args, ...now.args }, fields: { ...sent.fields, ...now.fields } }
}

async function takeBack({ act, fields }: { act: string; fields: ActFields }, what: string, at?: string): Promise<void> {
  const outcome = await call(act, { ...fields, idempotency_key: freshKey() })
  if (outcome.is === 'refused') {
    return sayRefused(undefined, { act, args: {}, fields: fields as ActForm['fields'], sure: true }, outcome.refusal)
  }
  if (outcome.is !== 'done') return tell(noAnswer)
  await drawAnswered(true)
  // what had the focus is gone: the button of the offer, or what came of the act
  if (document.activeElement === document.body) focusOn(document.getElementById(at ?? ''))
  tell(endingOf(act).did?.(what, fields, outcome.data) ?? '')
}

/** Results shown once are only in the HTML answer to the form, so the form is posted for HTML and the page drawn. */
async function show(act: Act): Promise<void> {
  const { form, pressed, tries } = act
  const entries = entriesOf(form, pressed)
  const idle = busy(form)
  const page = await rest.then(({ answerOf }) => answerOf(onPage, entries)).finally(idle)
  const { focusOnAnswer, sendAgain } = await rest
  if (typeof page === 'string') {
    return sendAgain(onPage, form, tries, page, 0, () => orTell(show({ ...act, tries: tries + 1 })))
  }
  renewKey(form)
  form.reset()
  draw(page, { answer: true })
  focusOnAnswer()
}
