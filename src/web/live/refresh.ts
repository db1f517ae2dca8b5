import { Idiomorph } from 'idiomorph'
import type { Html } from '../../render/html.ts'
import { waitAfter } from '../sending/backoff.ts'
import { focusAfter } from '../shortcuts/focus.ts'
import { aboutOf, holdsWords, isField, isInUse, isSending } from './in_use.ts'
import { keepScrollPosition } from './scroll_position.ts'
import { trusted } from '../trusted.ts'

/**
 * Redraws the page from its own address, which is the single source of truth. Elements that the reader reads, edits or
 * opened keep their place.
 */

export const parsed = (text: string): Document => new DOMParser().parseFromString(trusted(text), 'text/html')

export const elementsOf = (template: Html | string): Element[] => [
  ...document.adoptNode(parsed(String(template)).body).children,
]

const listeners: ((acted?: boolean) => void)[] = []

/** Calls `does` now and after every redraw; and with true when the reader has done an act in this tab. */
export function whenDrawn(does: (acted?: boolean) => void): void {
  listeners.push(does)
  does()
}

export function noteDrawn(acted?: boolean): void {
  for (const does of listeners) does(acted)
}

/** Calls `does` once, after the next redraw. */
export const onceDrawn = (does: () => void): void => void waiting.push(does)

const waiting: (() => void)[] = []

interface Why {
  /** an act of the reader caused the redraw */
  readonly byAct?: boolean
}

let going: Promise<boolean> | undefined
let wanted: Promise<boolean> | undefined
let wantedByAct = false

/**
 * Fetches and redraws the page. During a redraw it queues one more, since the one under way may predate the change.
 * Resolves with whether it is drawn. Where the page was not available, it is retried automatically.
 */
export function refresh({ byAct = false }: Why = {}): Promise<boolean> {
  if (!going) return (going = ask(byAct).finally(() => (going = undefined)))
  wantedByAct ||= byAct
  wanted ??= going.then(() => {
    const asked = { byAct: wantedByAct }
    wanted = undefined
    wantedByAct = false
    return refresh(asked)
  })
  return wanted
}

let failures = 0
let timer = 0

/** Keeps the current page and retries when the service answers again. */
function askLater(told = 0): false {
  failures += 1
  clearTimeout(timer)
  timer = window.setTimeout(() => void refresh(), waitAfter(failures, told * 1000))
  return false
}

async function ask(byAct: boolean): Promise<boolean> {
  const here = location.pathname + location.search
  try {
    const answer = await fetch(here, { headers: { Accept: 'text/html' } })
    const elsewhere = answer.redirected && new URL(answer.url).pathname !== location.pathname
    // signed out in the meantime, or deleted: a reader keeps the page, but after an act its result is opened
    if (elsewhere) {
      if (byAct) location.assign(answer.url)
      return false
    }
    if (answer.status >= 429) return askLater(Number(answer.headers.get('Retry-After') ?? 0))
    const drawn = (answer.ok || byAct) && draw(parsed(await answer.text()), { keepAnswer: !byAct })
    failures = 0
    return drawn
  } catch {
    return askLater()
  }
}

/** The page shows a result that a redraw would lose. */
let showsAnswer: boolean | undefined

interface Drawing {
  /** the page answers an act and contains a result that is shown once */
  readonly answer?: boolean
  /** keep a result that is shown once */
  readonly keepAnswer?: boolean
  /** replace the values of fields, too */
  readonly anew?: boolean
}

/** Returns whether it is drawn, and not only the bar around it. */
export function draw(to: Document, { answer, keepAnswer, anew }: Drawing = {}): boolean {
  const [main, nextMain] = [document.querySelector('main'), to.querySelector('main')]
  for (const part of ['.bar .yours', '.crumbs']) {
    const [now, next] = [document.querySelector(part), to.querySelector(part)]
    if (now && next) morph(now, next)
  }
  let stays
  if (main && nextMain && !(showsAnswer && keepAnswer)) {
    showsAnswer = answer
    stays = keepScrollPosition(main)
    document.title = to.title
    document.body.className = to.body.className
    // the field of an editor is such a line
    if (!anew) keepLines(main, nextMain)
    const comesBack = focusAfter(document.activeElement?.closest('.card, .task, .post'))
    morph(main, nextMain, anew)
    comesBack()
  }
  noteDrawn()
  if (!stays) return false
  for (const does of waiting.splice(0)) does()
  stays()
  return true
}

/** Keeps a marked line between its current neighbours. */
function keepLines(from: Element, to: Element): void {
  for (const line of from.querySelectorAll('[data-keep][id]')) {
    if (isLine(line)) to.querySelector(`#${CSS.escape(line.id)}`)?.remove()
  }
}

const isLine = (element: Element): boolean => element.matches('[data-keep]') && !element.querySelector('form')

function morph(from: Element, to: Element, anew?: boolean): void {
  const older = olderIn(from, to)
  void Idiomorph.morph(from, to, {
    callbacks: {
      beforeNodeMorphed: (node, next) => !!anew || !(node instanceof Element) || mayChange(node, next as Element),
      beforeNodeRemoved: (node) => !(node instanceof Element) || mayGo(node, older),
      beforeAttributeUpdated: (name, element, how) => !isReaders(name, element, how),
    },
  })
}

function mayChange(node: Element, next: Element): boolean {
  if (node.hasAttribute('data-keep') && next.hasAttribute('data-keep')) return false
  if (node instanceof HTMLFormElement && next instanceof HTMLFormElement)
    return isEditor(node) ? !(isEditor(next) || holdsWords(node)) : aboutOf(node) !== aboutOf(next) || !isInUse(node)
  return !isField(node) || node !== document.activeElement
}

/**
 * The text, its version and its section must stay together, or saving would undo others' changes: the text of a removed
 * section must not be saved as the whole pad. Recognised by the element around the field, because keepLines has removed
 * the field from the new page.
 */
const isEditor = (form: HTMLFormElement): boolean => form.matches(':has(.panes)')

function mayGo(node: Element, older: ReadonlySet<Element>): boolean {
  if (node.hasAttribute('data-own') || isLine(node) || isOlder(node, older)) return false
  const forms = node.matches('form') ? [node] : [...node.querySelectorAll('form')]
  return !forms.some((form) => holdsWords(form as HTMLFormElement) && !isHeldCard(form))
}

function isOlder(node: Element, older: ReadonlySet<Element>): boolean {
  if (older.size === 0) return false
  const posts = node.matches('.post[id]') ? [node] : [...node.querySelectorAll('.post[id]')]
  return posts.length > 0 && posts.every((post) => older.has(post))
}

const isHeldCard = (form: Element): boolean =>
  form.closest('[data-held]') !== null && !isSending(form as HTMLFormElement)

/** Attributes that belong to the reader: what they opened or closed, focusability, and live regions. */
const isReaders = (name: string, element: Element, how: 'update' | 'remove'): boolean =>
  (name === 'open' && (element instanceof HTMLDetailsElement || element instanceof HTMLDialogElement)) ||
  (how === 'remove' && (name === 'tabindex' || name === 'aria-live' || (name === 'role' && element.role === 'log')))

/** Older posts that a page of the newest no longer shows; they stay because the reader has them open. */
function olderIn(from: Element, to: Element): ReadonlySet<Element> {
  const older = new Set<Element>()
  const newest = new Set([...to.querySelectorAll('.post[id]')].map(({ id }) => id))
  for (const post of from.querySelectorAll('.post[id]')) {
    if (newest.has(post.id)) return older
    older.add(post)
  }
  return new Set()
}
