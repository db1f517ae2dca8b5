import { browser } from '../../rules/limits.ts'
import { hideSnack, isSnackHeld, showSnack } from './snack.ts'

/**
 * Acts that can still be undone, newest last. One with an undo in the tools has already run; one without is held here,
 * and sent when its time is over or the page is left.
 */
interface Done {
  readonly words: string
  /** undoes the act, or drops it when it is held */
  readonly back: () => void
  /** runs when the time for undo is over */
  readonly over?: () => void
}

const open: { readonly done: Done; timer: number }[] = []

export function offerUndo(done: Done): void {
  const one = { done, timer: 0 }
  const wait = (milliseconds: number): void => {
    one.timer = window.setTimeout(
      () => (isNewest(one) && isSnackHeld() ? wait(browser.undo / 6) : end(one)),
      milliseconds,
    )
  }
  open.push(one)
  wait(browser.undo)
  toldOnce()
}

/** A message without an undo, shown for the same time. */
export function tell(words: string): void {
  showSnack(words)
  clearTimeout(telling)
  telling = window.setTimeout(toldOnce, browser.undo)
}

/** The timer of the current message; 0 without one. */
let telling = 0

function toldOnce(): void {
  clearTimeout(telling)
  telling = 0
  show()
}

/** While another message is shown, this only shows the offer again, so that nothing is undone unseen. */
export function undoNewest(): boolean {
  if (telling !== 0 && open.length > 0) {
    toldOnce()
    return true
  }
  const one = open.pop()
  if (!one) return false
  clearTimeout(one.timer)
  show()
  one.done.back()
  return true
}

const isNewest = (one: object): boolean => open.at(-1) === one

function end(one: (typeof open)[number]): void {
  open.splice(open.indexOf(one), 1)
  show()
  one.done.over?.()
}

function show(): void {
  if (telling !== 0) return
  const newest = open.at(-1)
  if (newest) showSnack(newest.done.words, undoNewest)
  else hideSnack()
}

addEventListener('pagehide', () => {
  for (const { done, timer } of open.splice(0)) {
    clearTimeout(timer)
    done.over?.()
  }
  hideSnack()
})
