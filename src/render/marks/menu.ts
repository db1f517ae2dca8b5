import { type Html, html, type HtmlInserted } from '../html.ts'

type Entry = Html | false | undefined

/**
 * Further acts behind one mark, where there are any. It is closed when the page answers one of them: forms of its own are
 * made with `quiet`, so that the refusal is told above.
 */
export function menu(about: HtmlInserted, entries: readonly Entry[], place?: 'push' | 'quiet'): Html | undefined {
  const shown = entries.filter((entry) => entry !== false && entry !== undefined)
  if (shown.length === 0) return undefined
  return html`<details class="menu${place && ` ${place}`}"><summary><span aria-hidden="true">•••</span><span class="hide">${about}</span></summary><div>${shown}</div></details>`
}
