import { isForWords } from './live/in_use.ts'

/** Inserts the selected text into the composer as a quotation. */
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

/** Inserts text as if typed, so that the browser's own undo works. */
export function insertWords(field: HTMLTextAreaElement, words: string): void {
  field.focus()
  if (document.execCommand('insertText', false, words)) return
  field.setRangeText(words, field.selectionStart, field.selectionEnd, 'end')
  field.dispatchEvent(new InputEvent('input', { bubbles: true }))
}
