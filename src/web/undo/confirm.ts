/** Asks a question before an act with a wide effect, in a dialog of the page. */
export function confirmed(question: string, yes = 'Yes', no = 'No'): Promise<boolean> {
  const dialog = document.createElement('dialog')
  dialog.className = 'ask'
  const words = document.createElement('h2')
  words.id = 'asked-first'
  words.textContent = question
  dialog.setAttribute('aria-labelledby', words.id)
  const acts = document.createElement('form')
  acts.method = 'dialog'
  acts.className = 'acts spaced'
  acts.append(answer(yes, 'yes', 'risky'), answer(no, 'no'))
  dialog.append(words, acts)
  document.body.append(dialog)
  dialog.showModal()
  return new Promise((resolve) => {
    dialog.addEventListener('close', () => {
      dialog.remove()
      resolve(dialog.returnValue === 'yes')
    })
  })
}

function answer(words: string, value: string, look = ''): HTMLButtonElement {
  const button = document.createElement('button')
  button.value = value
  button.className = look
  button.textContent = words
  return button
}
