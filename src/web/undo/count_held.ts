import { waitsWords } from '../../render/marks/to_decide/waits_words.ts'
import { aboutOf } from '../live/in_use.ts'
import type { OnPage } from '../on_page.ts'
import { markTurn } from './card_in_turn.ts'

/**
 * The number of questions that wait for the reader, less those held for undo, which the service still counts.
 * `data-waits` keeps the service's number.
 */
export function countHeld({ whenDrawn }: Pick<OnPage, 'whenDrawn'>): void {
  const shown = (): void => {
    tell()
    markTurn()
  }
  whenDrawn(shown)
  new MutationObserver(shown).observe(document.body, { subtree: true, attributeFilter: ['data-held'] })
}

function tell(): void {
  const held = heldAnswers()
  for (const shown of document.querySelectorAll<HTMLElement>('[data-waits]')) {
    const left = Math.max(0, Number(shown.dataset['waits']) - held)
    const isNumber = shown.matches('.n')
    const words = isNumber ? String(left) : waitsWords(left)
    if (shown.textContent !== words) shown.textContent = words
    shown.hidden = isNumber && left === 0
  }
}

/** The number of questions with an answer that is not sent yet. Other forms of a card may be no answers. */
function heldAnswers(): number {
  const cards = [...document.querySelectorAll<HTMLElement>('main [data-held]')]
  const abouts = cards.flatMap((card) => {
    const forms = [...card.querySelectorAll('form'), ...(card instanceof HTMLFormElement ? [card] : [])]
    return forms.find((form) => aboutOf(form) === card.dataset['held'] && answers(form)) ? [card.dataset['held']] : []
  })
  return new Set(abouts).size
}

/**
 * The form answers a waiting question or is on its card. Withdrawing something of one's own is no answer, and neither is
 * blocking a participant in an open conversation.
 */
const answers = (form: HTMLFormElement): boolean =>
  form.closest('[aria-labelledby=waits]') !== null ||
  (form.querySelector(
    '[name=act][value^=ui_answer], [name=act][value^=ui_review], [name=act][value^=ui_settle], [name=act][value^=ui_verify]',
  ) !== null &&
    form.querySelector('button[name]:not([value=withdraw], [value$=block])') !== null)
