import { newElement } from '../new_element.ts'

/** Asks a question before an act with a wide effect, in a dialog of the page. */
export function confirmed(question: string): Promise<boolean> {
  const dialog = newElement(
    'dialog',
    { class: 'ask', 'aria-labelledby': 'asked-first' },
    newElement('h2', { id: 'asked-first' }, question),
    newElement(
      'form',
      { class: 'acts spaced', method: 'dialog' },
      newElement('button', { class: 'risky', value: 'yes' }, 'Yes'),
      newElement('button', { value: 'no' }, 'No'),
    ),
  )
  document.body.append(dialog)
  dialog.showModal()
  return new Promise((resolve) => {
    dialog.addEventListener('close', () => {
      dialog.remove()
      resolve(dialog.returnValue === 'yes')
    })
  })
}
