import { isForWords } from './in_use.ts'

/** Puts the selected words into the composer as a quotation. */
export function quoteSelection(): boolean {
  const selection = getSelection()
  const words = selection?.toString().trim()
  const from = selection?.anchorNode?.parentElement?.closest('main .said')
  const field = document.querySelector<HTMLTextAreaElement>('main .composer textarea')
  if (!words || !from || !isForWords(field)) return false
  const quoted = words.split('\n').map((line) => `> ${line}`.trimEnd())
  insertWords(field, `${field.value === '' || field.value.endsWith('\n') ? '' : '\n\n'}${quoted.join('\n')}\n\n`)
  return true
}

/** As if it was typed: the browser's own undo takes it back. */
export function insertWords(field: HTMLTextAreaElement, words: string): void {
  field.focus()
  if (document.execCommand('insertText', false, words)) return
  field.setRangeText(words, field.selectionStart, field.selectionEnd, 'end')
  field.dispatchEvent(new InputEvent('input', { bubbles: true }))
}
