import { browser } from '../../rules/limits.ts'
import { fieldsOf, isForWords } from '../live/in_use.ts'
import { newElement } from '../new_element.ts'
import type { OnPage } from '../on_page.ts'
import { insertWords } from '../quote.ts'
import { renderedText } from './rendered_text.ts'

/** Adds Markdown buttons and a live preview to the text field of a pad. */
export function openEditor(page: OnPage, panes: Element): void {
  const field = panes.querySelector('textarea')
  const view = panes.querySelector('.view')
  if (!field || !view || panes.querySelector('[data-writes]')) return
  addButtons(panes, field)
  // the initial value is the current text; after a conflict the field holds other text
  const stands = field.defaultValue
  let timer = 0
  let marks = true
  const show = (): void =>
    view.replaceChildren(...renderedText(page, field.value, { top: 3, was: marks ? stands : undefined }))
  field.addEventListener('input', () => {
    clearTimeout(timer)
    timer = window.setTimeout(show, browser.previewAfter)
  })
  addToggle(view, (on) => {
    marks = on
    show()
  })
  // reset once it was saved: until the pad stands in its place the new text does, and counts as unchanged
  field.form?.addEventListener('reset', (event) => {
    event.preventDefault()
    for (const one of fieldsOf(field.form!)) if (isForWords(one)) one.defaultValue = one.value
  })
  if (field.value !== stands) field.dispatchEvent(new InputEvent('input'))
}

/** A button that switches the marks of changes in the preview. */
function addToggle(view: Element, turns: (on: boolean) => void): void {
  const button = plainButton('Mark the changes', { id: 'marks', 'data-own': '', 'aria-pressed': 'true' })
  button.addEventListener('click', () => {
    const on = button.ariaPressed !== 'true'
    button.ariaPressed = String(on)
    turns(on)
  })
  view.previousElementSibling?.append(button)
}

const plainButton = (words: string, attributes: Readonly<Record<string, string>> = {}): HTMLButtonElement =>
  newElement('button', { class: 'plain soft', type: 'button', ...attributes }, words)

interface Writes {
  readonly words: string
  /** formats the selection, or the placeholder `otherwise` when nothing is selected */
  readonly write: (selected: string) => string
  readonly otherwise: string
  /** starts on a line of its own */
  readonly line?: boolean
}

const eachLine = (selected: string, mark: string): string =>
  selected
    .split('\n')
    .map((line) => `${mark}${line}`)
    .join('\n')

const buttons: readonly Writes[] = [
  { words: 'Heading', otherwise: 'Heading', line: true, write: (words) => `## ${words}` },
  { words: 'Bold', otherwise: 'bold', write: (words) => `**${words}**` },
  { words: 'List', otherwise: 'First', line: true, write: (words) => eachLine(words, '- ') },
  {
    words: 'Table',
    otherwise: 'What',
    line: true,
    write: (words) => `| ${words} | How much |\n| --- | ---: |\n|  |  |`,
  },
  { words: 'Link', otherwise: 'words', write: (words) => `[${words}](https://)` },
]

function addButtons(panes: Element, field: HTMLTextAreaElement): void {
  const group = newElement('div', {
    class: 'acts',
    id: 'writes',
    role: 'group',
    'aria-label': 'Write Markdown',
    'data-writes': '',
    'data-own': '',
  })
  for (const one of buttons) {
    const button = plainButton(one.words)
    button.addEventListener('click', () => write(field, one))
    group.append(button)
  }
  panes.querySelector('.head')?.append(group)
}

function write(field: HTMLTextAreaElement, { write: as, otherwise, line = false }: Writes): void {
  const { selectionStart, selectionEnd, value } = field
  const selected = value.slice(selectionStart, selectionEnd)
  const words = as(selected || otherwise)
  const before = value.slice(0, selectionStart)
  const gap = line && before !== '' && !before.endsWith('\n\n') ? (before.endsWith('\n') ? '\n' : '\n\n') : ''
  insertWords(field, gap + words)
  if (selected !== '') return
  // selects the placeholder, to be typed over
  const from = selectionStart + gap.length + words.indexOf(otherwise)
  field.setSelectionRange(from, from + otherwise.length)
}
