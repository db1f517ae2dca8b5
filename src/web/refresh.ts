import { Idiomorph } from 'idiomorph'
import type { Html } from '../render/html.ts'
import { waitAfter } from './backoff.ts'
import { aboutOf, holdsWords, isField, isInUse, isSending } from './in_use.ts'
import { whereItStands } from './standing.ts'
import { trusted } from './trusted.ts'

/**
 * The page is the truth: what changed is asked for at the page's own address and put into place. What somebody reads,
 * writes or opened stays where it is.
 */

export const parsed = (text: string): Document => new DOMParser().parseFromString(trusted(text), 'text/html')

/** Elements of one of our templates. */
export const elementsOf = (template: Html | string): Element[] => [
  ...document.adoptNode(parsed(String(template)).body).children,
]

const listeners: (() => void)[] = []

/** Called now, and whenever the page was drawn again. */
export function whenDrawn(does: () => void): void {
  listeners.push(does)
  does()
}

/** Called the next time that the page is drawn, and never again. */
export const onceDrawn = (does: () => void): void => void waiting.push(does)

const waiting: (() => void)[] = []

function tellDrawn(): void {
  for (const does of listeners) does()
  for (const does of waiting.splice(0)) does()
}

interface Why {
  /** somebody acted here, and sees what came of it */
  readonly byAct?: boolean
}

let going: Promise<boolean> | undefined
let wanted: Promise<boolean> | undefined
let wantedByAct = false

/**
 * Asks once more where a draw is under way: what it was asked for may be older than what is known now. Gives whether
 * the page could be had; where it could not it is asked for again by itself.
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

/** Nothing is drawn over what stands here; what is missing from it comes once the service answers. */
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
    // signed out meanwhile, or gone: whoever reads goes on reading, whoever acted sees what their act led to
    if (elsewhere) {
      if (byAct) location.assign(answer.url)
      return true
    }
    if (answer.status >= 429) return askLater(Number(answer.headers.get('Retry-After') ?? 0))
    if (answer.ok || byAct) draw(parsed(await answer.text()), { keepAnswer: !byAct })
    failures = 0
    return true
  } catch {
    return askLater()
  }
}

/** What an answer shows once would be gone with the next look at the page. */
let showsAnswer = false

interface Drawing {
  /** it is the answer to an act, of which something is shown only here */
  readonly answer?: boolean
  /** leave such an answer where it is */
  readonly keepAnswer?: boolean
  /** it says anew what stands in the fields, too */
  readonly anew?: boolean
}

export function draw(to: Document, { answer = false, keepAnswer = false, anew = false }: Drawing = {}): void {
  const [main, nextMain] = [document.querySelector('main'), to.querySelector('main')]
  const [bar, nextBar] = [document.querySelector('.bar .yours'), to.querySelector('.bar .yours')]
  if (bar && nextBar) morph(bar, nextBar)
  if (main && nextMain && !(showsAnswer && keepAnswer)) {
    showsAnswer = answer
    const stays = whereItStands(main)
    document.title = to.title
    document.body.className = to.body.className
    keepLines(main, nextMain)
    morph(main, nextMain, anew)
    tellDrawn()
    stays()
    return
  }
  tellDrawn()
}

/** A line that is kept stays between the things it stood between. */
function keepLines(from: Element, to: Element): void {
  for (const line of from.querySelectorAll('[data-keep][id]')) {
    if (isLine(line)) to.querySelector(`#${CSS.escape(line.id)}`)?.remove()
  }
}

const isLine = (element: Element): boolean => element.matches('[data-keep]') && !element.querySelector('form')

function morph(from: Element, to: Element, anew = false): void {
  const older = olderIn(from, to)
  void Idiomorph.morph(from, to, {
    callbacks: {
      beforeNodeMorphed: (node, next) => anew || !(node instanceof Element) || mayChange(node, next as Element),
      beforeNodeRemoved: (node) => !(node instanceof Element) || mayGo(node, older),
      beforeAttributeUpdated: (name, element, how) => !isReaders(name, element, how),
    },
  })
}

function mayChange(node: Element, next: Element): boolean {
  if (node.hasAttribute('data-keep') && next.hasAttribute('data-keep')) return false
  if (node instanceof HTMLFormElement && next instanceof HTMLFormElement)
    return aboutOf(node) !== aboutOf(next) || !(isInUse(node) || isEditor(node))
  return !isField(node) || node !== document.activeElement
}

/** Its words and the version they began with stay together, or what others wrote meanwhile would be taken back by it. */
const isEditor = (form: HTMLFormElement): boolean => form.querySelector('textarea[data-keep]') !== null

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

/** What the reader opened and closed, what holds the focus, and what is read aloud. */
const isReaders = (name: string, element: Element, how: 'update' | 'remove'): boolean =>
  (name === 'open' && (element instanceof HTMLDetailsElement || element instanceof HTMLDialogElement)) ||
  (how === 'remove' && (name === 'tabindex' || name === 'aria-live' || (name === 'role' && element.role === 'log')))

/** Posts that a page of the newest does not show any more: they were read here, so they stay. */
function olderIn(from: Element, to: Element): ReadonlySet<Element> {
  const older = new Set<Element>()
  const newest = new Set([...to.querySelectorAll('.post[id]')].map(({ id }) => id))
  for (const post of from.querySelectorAll('.post[id]')) {
    if (newest.has(post.id)) return older
    older.add(post)
  }
  return new Set()
}
