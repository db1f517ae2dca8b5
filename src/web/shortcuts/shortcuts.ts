import { focusOn, seen } from './focus.ts'
import { isField, isForWords } from '../live/in_use.ts'
import { isSeen } from '../live/scroll_position.ts'
import { type Meaning, meaningOf } from './shortcut_map.ts'
import { areKeysOn, takeSwitches } from './shortcut_switch.ts'
import type { OnPage } from '../on_page.ts'
import { quoteSelection } from '../quote.ts'

/** Keyboard shortcuts: each one presses a button or link of the page. */
export function takeKeys(page: OnPage): void {
  let afterG = false
  // the second key has no time limit, but a click ends the sequence
  document.addEventListener('pointerdown', () => (afterG = false))
  document.addEventListener('keydown', (event) => {
    if (event.defaultPrevented || event.isComposing) return
    const meaning = meaningOf({
      key: event.key.length === 1 ? event.key.toLowerCase() : event.key,
      ctrlKey: event.ctrlKey,
      metaKey: event.metaKey,
      altKey: event.altKey,
      inField: takesKeys(event.target),
      afterG,
      single: areKeysOn(),
    })
    afterG = meaning?.does === 'place'
    if (meaning && act(page, meaning, event.target)) event.preventDefault()
  })
  page.whenDrawn(takeSwitches)
}

/** A closed element keeps the focus until the next paint but is already invisible, so its visibility is checked. */
const takesKeys = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  target.getClientRects().length > 0 &&
  (isField(target) || target.isContentEditable || target.closest('dialog') !== null)

/** Performs the key's meaning. Returns whether the page has a target for it. */
function act(page: OnPage, meaning: Meaning, target: EventTarget | null): boolean {
  switch (meaning.does) {
    case 'go':
      if (document.querySelector('.bar .yours') === null) return false
      location.assign(meaning.to)
      return true
    case 'press':
      return press(meaning.one)
    case 'find':
      void import('../names/finder.ts').then(
        ({ openFinder }) => openFinder(page),
        () => location.assign('/search'),
      )
      return true
    case 'keys':
      void import('./shortcuts_shown.ts').then(
        ({ showKeys }) => showKeys(page, takeSwitches),
        () => location.assign('/settings#keys'),
      )
      return true
    case 'next':
      return step(1)
    case 'back':
      return step(-1)
    case 'open':
      return (
        target instanceof HTMLElement &&
        things().includes(target) &&
        follow(target.querySelector('h3 a[href], .row a[href], a[href]'))
      )
    case 'undo':
      return page.undoNewest()
    case 'reply':
      return reply()
    case 'quote':
      return quoteSelection()
    case 'edit':
      return follow(inHand()?.querySelector('a[href*="?edit"]') ?? document.querySelector('main a[href*="?edit"]'))
    case 'up':
      return follow([...document.querySelectorAll('.crumbs a[href]')].at(-1))
    case 'close':
      return close(target)
    case 'send':
      return send(target)
    case 'place':
      return true
  }
}

const thingSelector = 'main :is(.card, .post, .task, .list > li)'

/** The stops of j and k: cards, posts, tasks and list items, none inside a card or post and none in a side column. */
const things = (): HTMLElement[] =>
  seen(thingSelector).filter((one) => !one.closest('aside') && !one.parentElement?.closest('.card, .post'))

const inHand = (): HTMLElement | null => document.activeElement?.closest<HTMLElement>(thingSelector) ?? null

function step(by: 1 | -1): boolean {
  const all = things()
  const here = inHand()
  const at = here ? all.indexOf(here) : by === 1 ? -1 : all.length
  const next = all[at + by]
  focusOn(next)
  return next !== undefined
}

/** Presses the button of the focused card, else of the first in the queue. */
function press(one: 'accept' | 'refuse' | 'seen'): boolean {
  const place = inHand() ?? inTurn()
  const button =
    one === 'seen'
      ? (place?.querySelector(seenButton) ?? document.querySelector(`main ${seenButton}`))
      : place?.querySelector(`[data-does=${one}]`)
  if (!(button instanceof HTMLElement) || button.matches(':disabled')) return false
  // a card out of view is shown first, not decided
  if (one !== 'seen' && place && !isSeen(place)) focusOn(place)
  else button.click()
  return true
}

/** The card marked as current, or the next one when that was just decided. */
function inTurn(): HTMLElement | undefined {
  // the question of a link is answered by key only where it is in hand: nothing takes the answer back
  const cards = things().filter((one) => one.matches('.card:not([data-opened])'))
  return cards.find((one) => one.matches('.now')) ?? cards[0]
}

const seenButton = 'form:has(> input[name=act][value=ui_ack]) button'

function follow(link: Element | null | undefined): boolean {
  if (!(link instanceof HTMLAnchorElement)) return false
  link.click()
  return true
}

/** Opens the reply form of the focused post, else focuses the composer. */
function reply(): boolean {
  const own = inHand()?.querySelector<HTMLElement>('[data-reply], a[href*="reply"]')
  if (own) {
    own.click()
    return true
  }
  const composer = document.querySelector<HTMLElement>('main .composer textarea')
  composer?.focus()
  return composer !== null
}

function close(target: EventTarget | null): boolean {
  const menu = target instanceof Element && target.closest<HTMLDetailsElement>('details.menu[open]')
  if (menu) {
    menu.open = false
    menu.querySelector('summary')?.focus()
    return true
  }
  if (isForWords(target)) target.blur()
  return false
}

function send(target: EventTarget | null): boolean {
  const form = target instanceof HTMLTextAreaElement || target instanceof HTMLInputElement ? target.form : null
  if (!form?.querySelector('input[name=act]')) return false
  const button =
    form.querySelector<HTMLButtonElement>('button.go') ??
    form.querySelector<HTMLButtonElement>('button:not([type=button])')
  if (button?.disabled !== true) form.requestSubmit(button)
  return true
}
