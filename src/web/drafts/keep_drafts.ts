import { browser } from '../../rules/limits.ts'
import { type DraftStore, openDrafts } from './draft_store.ts'
import { aboutOf, type Field, fieldsOf, holdsWords, isChanged, isForWords, isSteering } from '../live/in_use.ts'
import { keyOf, setKey } from '../sending/idempotency_key.ts'
import { whenDrawn } from '../live/refresh.ts'
import { newElement } from '../new_element.ts'
import { keepNoMore } from '../sending/unanswered.ts'

/** Keeps text until it is sent: through a reload, a crash or a lost connection. */
export function keepDrafts(): void {
  if (!store) return
  document.addEventListener('input', ({ target }) => {
    const form = formOf(target)
    if (!form) return
    waiting.add(form)
    clearTimeout(timer)
    timer = window.setTimeout(keepWaiting, browser.draft.savedAfter)
  })
  addEventListener('pagehide', keepWaiting)
  document.addEventListener('submit', ({ target }) => {
    // a field named action would hide the property
    if (!(target instanceof HTMLFormElement && target.getAttribute('action')?.endsWith('/signout'))) return
    forgetAll()
  })
  whenDrawn(() => {
    for (const form of document.forms) if (isDrafted(form)) restore(form)
  })
}

/** Nothing of what the account wrote stays on the device when it signs out or is deleted. */
export function forgetAll(): void {
  waiting.clear()
  keepNoMore()
  try {
    store?.clear()
  } catch {
    // the browser has no storage: nothing was kept
  }
}

const waiting = new Set<HTMLFormElement>()
let timer = 0

function keepWaiting(): void {
  for (const form of waiting) keepDraft(form)
  waiting.clear()
}

/** The drafts of the signed-in account. Undefined when signed out or when the browser has no storage. */
export const store: DraftStore | undefined = opened()

function opened(): DraftStore | undefined {
  const who = document.querySelector('.bar .yours')?.getAttribute('data-me')
  try {
    return who ? openDrafts(localStorage, who, () => Date.now()) : undefined
  } catch {
    return undefined
  }
}

/** Only forms with a textarea are kept: a single line is soon written again, and a secret must not be stored. */
const isDrafted = (form: HTMLFormElement): boolean =>
  form.querySelector('input[name=act]') !== null && form.querySelector('textarea') !== null

/** The form shows the text of two authors; its draft holds only what the reader typed. */
const showsClash = (form: HTMLFormElement): boolean => form.querySelector('.clash') !== null

function formOf(target: EventTarget | null): HTMLFormElement | undefined {
  const form = (target as Partial<Field> | null)?.form
  return form && isDrafted(form) ? form : undefined
}

/** The storage key of a form's draft. */
const placeOf = (form: HTMLFormElement): string => `${location.pathname}${location.search} ${aboutOf(form)}`

/** Also that of the form that it took over from. */
export const placesOf = (form: HTMLFormElement): string[] => [placeOf(form), form.dataset['draft'] ?? '']

export function keepDraft(form: HTMLFormElement): void {
  if (!store) return
  const words = fieldsOf(form).filter((field) => isForWords(field) && field.name !== '')
  if (!words.some((field) => isChanged(field) && field.value.trim() !== '')) {
    if (!form.ariaBusy && !showsClash(form)) forgetDraft(form)
    return
  }
  const kept = fieldsOf(form).filter(({ type, name }) => type === 'hidden' && name !== 'act' && !isSteering(name))
  const valuesOf = (some: readonly Field[]) => Object.fromEntries(some.map(({ name, value }) => [name, value]))
  const place = placeOf(form)
  const mended = words.some((field) => field.type === 'textarea' && isChanged(field))
  // choosing a side without editing it keeps the typed text and its version
  const typed = showsClash(form) && !mended && store.of(place)?.fields
  const fields = { ...valuesOf([...words, ...kept]), ...(typed && { ...typed, ...valuesOf(words.filter(isChanged)) }) }
  store.keep(place, {
    at: Date.now(),
    path: location.pathname + location.search,
    title: titleOf(),
    fields,
    key: keyOf(form) || undefined,
  })
  sayKept(form)
}

const titleOf = (): string => document.title.replace(/ · svc$/, '')

function restore(form: HTMLFormElement): void {
  const draft = store?.of(placeOf(form))
  if (!draft || holdsWords(form) || showsClash(form)) return
  const fields = fieldsOf(form).filter(({ name }) => draft.fields[name] !== undefined)
  for (const field of fields) {
    if (field.type === 'hidden' || isForWords(field)) field.value = draft.fields[field.name] ?? ''
  }
  if (draft.key) setKey(form, draft.key)
  sayKept(form)
}

function sayKept(form: HTMLFormElement): void {
  if (form.querySelector('.kept')) return
  const said = newElement(
    'span',
    { class: 'kept small soft', id: `kept-${++count}`, 'data-own': '' },
    'Draft kept on this device',
  )
  ;([...form.querySelectorAll('.acts')].at(-1) ?? form).append(said)
}

let count = 0

export function forgetDraft(form: HTMLFormElement): void {
  waiting.delete(form)
  for (const place of placesOf(form)) store?.drop(place)
  form.querySelector('.kept')?.remove()
}
