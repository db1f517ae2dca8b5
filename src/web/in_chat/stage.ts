import { freshKey } from '../sending/idempotency_key.ts'
import type { Answered, Refused } from '../../render/page_arguments.ts'
import { type Body, renderBody } from '../../render/body.ts'
import { cardHtml } from '../../render/cards/draw.ts'
import { html } from '../../render/html.ts'
import { actsOfApproval } from './acts_of_approval.ts'
import { draw, elementFrom, fieldsIn, nameOf } from './drawing.ts'
import { newElement } from '../new_element.ts'
import { type Notice, noticeOf } from './notice.ts'
import { isSame, type Shown } from './shown.ts'
import { type SentFields, writtenIn, writtenToCopy } from '../../render/marks/form/unsaved_words.ts'

interface Beside {
  readonly refused?: Refused
  readonly answered?: Answered
  /** the form that was sent: its text does not stay in the field */
  readonly sent?: HTMLFormElement | undefined
}

export interface Stage {
  readonly shown: Shown | undefined
  show(card: Shown, beside?: Beside): void
  /** Shows a notice at the form, else below the card's head; replaces the previous notice. */
  say(notice: Notice, at?: HTMLElement): void
  unsay(): void
  /** Shows those words of a form that have no field on the card any more, to be copied, across redraws. */
  keepWords(fields: SentFields): void
  /** Shows a notice in place of the card around a form, across redraws. Returns a function that removes it. */
  cover(form: HTMLFormElement, notice: Notice): () => void
}

export function openStage(main: HTMLElement): Stage {
  let shown: Shown | undefined
  /** by the identity of the form */
  const covers = new Map<string, HTMLElement>()
  let kept: SentFields[] = []

  const unsay = (): void => main.querySelectorAll('[data-said]').forEach((earlier) => earlier.remove())
  const putKept = (): void => {
    main.querySelector('[data-kept]')?.remove()
    // a form may be refused more than once with the same words
    const once = new Map(kept.flatMap(writtenIn).map((one) => [asOne(one), one]))
    for (const { name, value } of fieldsIn(main))
      for (const one of writtenIn({ [name]: value })) once.delete(asOne(one))
    if (once.size > 0) under(main, elementFrom(html`<div data-kept>${writtenToCopy([...once.values()])}</div>`))
  }
  const stage: Stage = {
    get shown() {
      return shown
    },
    show(card, { sent, ...beside } = {}) {
      if (shown && !isSame(shown.view, card.view)) kept = []
      shown = card
      const { view, ...known } = card
      const fragment = (body: Body): string => renderBody({ ...body, origin: card.origin })
      draw(main, cardHtml(view, { ...known, now: Date.now(), key: freshKey, ...beside }, fragment), sent)
      sendElsewhere(main, card)
      for (const [form, cover] of covers) putOver(main, form, cover)
      putKept()
    },
    say(notice, at) {
      unsay()
      const said = noticeOf(notice)
      said.dataset['said'] = ''
      if (at?.isConnected) at.before(said)
      else under(main, said)
    },
    unsay,
    keepWords(fields) {
      kept.push(fields)
      putKept()
    },
    cover(form, notice) {
      const cover = noticeOf(notice)
      const name = nameOf(form)
      covers.set(name, cover)
      putOver(main, name, cover)
      cover.querySelector('button')?.focus()
      return () => {
        covers.delete(name)
        const item = cover.parentElement
        ;(item instanceof HTMLLIElement ? item : cover).remove()
        const card = cardOf(main, name)
        if (card) card.hidden = false
      }
    },
  }
  return stage
}

/** Two fields may hold the same words. */
const asOne = ({ label, words }: ReturnType<typeof writtenIn>[number]): string => `${label}\n${words}`

const under = (main: HTMLElement, element: HTMLElement): void => {
  const head = main.querySelector('.embed > .head')
  if (head) head.after(element)
  else main.append(element)
}

function cardOf(main: HTMLElement, name: string): HTMLElement | undefined {
  const form = [...main.querySelectorAll('form')].find((one) => nameOf(one) === name)
  return form && (form.closest<HTMLElement>('li, .task, .card, .post') ?? form)
}

function putOver(main: HTMLElement, name: string, cover: HTMLElement): void {
  const card = cardOf(main, name)
  if (!card) return under(main, cover)
  card.hidden = true
  if (!(card instanceof HTMLLIElement)) return card.before(cover)
  // a list may contain only list items
  card.before(newElement('li', {}, cover))
}

/** Where clicks prove nothing, a link to the browser replaces the buttons of each card. */
function sendElsewhere(main: HTMLElement, { actOnWeb, approveOnWeb }: Shown): void {
  for (const form of main.querySelectorAll('form')) {
    const act = form.querySelector<HTMLInputElement>('input[name=act]')?.value ?? ''
    const url = actOnWeb ?? (actsOfApproval.includes(act) ? approveOnWeb : undefined)
    if (url === undefined) continue
    const around = form.closest<HTMLElement>('.card, .post, .embed')
    if (!around?.querySelector('[data-elsewhere]')) {
      form.before(
        elementFrom(html`<p class="acts" data-elsewhere><a class="button" href="${url}">Decide in the browser</a></p>`),
      )
    }
    form.remove()
  }
}
