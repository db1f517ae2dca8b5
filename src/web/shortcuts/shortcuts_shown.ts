import { html } from '../../render/html.ts'
import { keyboardShortcuts } from '../../render/words/keyboard_shortcuts.ts'
import type { OnPage } from '../on_page.ts'

/** The list of shortcuts, with the switch for single keys, which the page takes up: it knows what holds. */
export function showKeys({ elementsOf }: OnPage, takeSwitches: () => void): void {
  const [dialog] = elementsOf(html`<dialog class="ask" aria-labelledby="keys-title">
<h2 id="keys-title">Keyboard</h2>
<dl class="keylist">${keyboardShortcuts.map(([keys, does]) => html`<div><dt>${keys.map((key) => html`<kbd>${key}</kbd> `)}</dt><dd>${does}</dd></div>`)}</dl>
<form method="dialog"><label class="pick" data-keys-switch><input type="checkbox"> <span>Single keys work<br><span class="small soft"></span></span></label>
<p class="acts spaced"><button class="go">Close</button></p></form>
</dialog>`) as [HTMLDialogElement]
  dialog.addEventListener('close', () => dialog.remove())
  document.body.append(dialog)
  takeSwitches()
  dialog.showModal()
}
