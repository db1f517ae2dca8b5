import { html } from '../../render/html.ts'
import type { OnPage } from '../on_page.ts'

const list: readonly (readonly [string, string])[] = [
  ['/', 'find'],
  ['?', 'this list'],
  ['g h', 'home'],
  ['g i', 'inbox'],
  ['g t', 'tasks'],
  ['g m', 'messages'],
  ['n', 'new'],
  ['j', 'next'],
  ['k', 'back'],
  ['↵', 'open'],
  ['a', 'accept, looks right, let in'],
  ['d', 'turn down, send back, turn away'],
  ['s', 'seen'],
  ['z', 'undo'],
  ['r', 'reply'],
  ['q', 'quote what is selected'],
  ['e', 'edit'],
  ['u', 'up to the hub'],
  ['esc', 'close'],
  ['Ctrl ↵', 'post, save'],
]

/** The list of shortcuts, with the switch for single keys, which the page takes up: it knows what holds. */
export function showKeys({ elementsOf }: OnPage, takeSwitches: () => void): void {
  const [dialog] = elementsOf(html`<dialog class="ask" aria-labelledby="keys-title">
<h2 id="keys-title">Keyboard</h2>
<dl class="keylist">${list.map(([key, does]) => html`<div><dt>${key.split(' ').map((one) => html`<kbd>${one}</kbd> `)}</dt><dd>${does}</dd></div>`)}</dl>
<form method="dialog"><label class="pick" data-keys-switch><input type="checkbox"> <span>Single keys work<br><span class="small soft"></span></span></label>
<p class="acts spaced"><button class="go">Close</button></p></form>
</dialog>`) as [HTMLDialogElement]
  dialog.addEventListener('close', () => dialog.remove())
  document.body.append(dialog)
  takeSwitches()
  dialog.showModal()
}
