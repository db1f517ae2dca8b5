import { joinsFirst } from '../../render/acts/joins_first.ts'
import { overrideValue, refusalNotice, type Override, overrideOf } from '../../render/marks/form/act.ts'
import { isOvertaken, refusalWords } from '../../render/words/refusals_for_people.ts'
import type { ActForm } from '../../render/acts/act_fields.ts'
import type { Refusal } from './call.ts'
import { freshKey } from './idempotency_key.ts'
import { newElement } from '../new_element.ts'
import type { OnPage } from '../on_page.ts'

export { refusalWords }

/** Shows a refusal at its form, in words for people; loaded with the first refusal. */
export function showRefused(
  page: OnPage,
  form: HTMLFormElement | undefined,
  { act, fields }: ActForm,
  refusal: Refusal,
): void {
  const { cardOf, elementsOf, focusAfter, putNotice, refresh, tell } = page
  const details = { ...refusal.details, ...hubTitle(refusal.details['join']) }
  const refused = { ...refusal, details, act, fields }
  // another participant was first: the redrawn page shows the result
  if (!form || isOvertaken(refusal.reason)) {
    tell(refusalWords(refused))
    const comesBack = form && focusAfter(cardOf(form))
    void refresh({ byAct: true }).then(comesBack)
    return
  }
  const [notice] = elementsOf(refusalNotice(refused)) as [HTMLElement]
  if (refusal.status === 401) {
    const href = `/signin?next=${encodeURIComponent(location.pathname + location.search)}`
    notice.append(newElement('a', { class: 'button', href }, 'Sign in'))
    // signing out in another tab took the drafts along, and these words are promised to be kept
    if (form.querySelector('textarea')) page.keepDraft(form)
  }
  putNotice(form, notice)
  const offer = (way: Override): void => {
    if (form.querySelector(`button[name=${way.name}], [data-way]`)) return
    const value = overrideValue(way, refused)
    const attributes = { class: 'plain risky', name: 'also', value, 'data-own': '', 'data-way': '' }
    ;([...form.querySelectorAll('.acts')].at(-1) ?? form).append(newElement('button', attributes, way.words))
  }
  const way = overrideOf(refused)
  if (way) offer(way)
  else void askingIn(refusal.reason).then((asks) => asks && form.contains(notice) && offer(asks))
  const field = wrongField(form, refusal)
  if (field) field.focus()
  else {
    notice.tabIndex = -1
    notice.focus()
  }
  const seconds = refusal.details['retry_after_seconds']
  if (refusal.status === 429 && typeof seconds === 'number' && seconds <= longestCounted) countDown(form, seconds)
}

/** The title of the hub to join, as the page shows it. */
function hubTitle(slug: unknown): { readonly hub_title: string } | undefined {
  const link = typeof slug === 'string' && document.querySelector(`.crumbs a[href="/h/${CSS.escape(slug)}"]`)
  return link ? { hub_title: link.textContent.trim() } : undefined
}

/** Offers to ask for a seat in the hub, which the page still names from when it was readable. */
async function askingIn(reason: string): Promise<Override | undefined> {
  const hub = document.querySelector<HTMLAnchorElement>('.crumbs a[href^="/h/"]')?.pathname.split('/')[2]
  if (!hub || !(reason === 'needs_seat' || (reason === 'unreadable' && (await isGone())))) return undefined
  return { words: 'Ask to join', name: joinsFirst, value: hub }
}

/** When the page itself is readable, only a part of it was deleted, and a seat would not help. */
async function isGone(): Promise<boolean> {
  try {
    return (await fetch(location.pathname + location.search, { method: 'HEAD' })).status === 404
  } catch {
    return false
  }
}

/** The field that the refusal names (a reason such as slug_taken begins with it), else the first text field. */
function wrongField(form: HTMLFormElement, { details, reason }: Refusal): HTMLElement | undefined {
  const issues = details['issues'] as { path?: string }[] | undefined
  const named = [details['field'], issues?.[0]?.path, reason.split('_')[0]]
  for (const name of named) {
    const field = typeof name === 'string' && form.elements.namedItem(name.replace(/^\//, '').replaceAll('/', '.'))
    if (field instanceof HTMLElement && field.getAttribute('type') !== 'hidden') return field
  }
  return form.querySelector<HTMLElement>('textarea, input:is([type=text], :not([type]))') ?? undefined
}

/** Takes the seat, then sends the form with the button's remaining fields. */
export async function joinFirst(page: OnPage, form: HTMLFormElement, button: HTMLButtonElement): Promise<void> {
  const also = new URLSearchParams(button.value)
  const hub = also.get(joinsFirst)
  also.delete(joinsFirst)
  const outcome = await page.call('ui_join_hub', { hub, idempotency_key: freshKey() })
  if (outcome.is === 'refused') {
    return showRefused(page, form, { act: 'ui_join_hub', args: {}, fields: {}, sure: true }, outcome.refusal)
  }
  if (outcome.is === 'done' && outcome.data['joined'] === true) {
    button.value = also.toString()
    // a redraw may have removed the button in the meantime
    if (button.form !== form) form.append(button)
    form.requestSubmit(button)
  } else
    page.tell(outcome.is === 'done' ? 'You asked to join. Your words are kept.' : 'Not joined: there was no answer.')
}

const longestCounted = 600

/** Counts down on the button until it works again; sending takes another click. */
function countDown(form: HTMLFormElement, seconds: number): void {
  const button = form.querySelector<HTMLButtonElement>('button.go, button:not([type=button])')
  if (!button) return
  const words = [...button.childNodes]
  const label = (button.firstChild?.textContent ?? '').trim()
  let left = Math.ceil(seconds)
  button.disabled = true
  const show = (): void => {
    button.textContent = `${label} in ${Math.floor(left / 60)}:${String(left % 60).padStart(2, '0')}`
  }
  show()
  const timer = setInterval(() => {
    left -= 1
    if (left > 0) return show()
    clearInterval(timer)
    button.replaceChildren(...words)
    button.disabled = false
  }, 1000)
}
