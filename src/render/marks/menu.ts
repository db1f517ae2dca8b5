import { type Html, html, type HtmlInserted } from '../html.ts'

type Entry = Html | false | undefined

/**
 * Further acts behind one mark; undefined without any. The menu is closed on the page that answers one of them, so its
 * forms are made with `quiet` and their refusals are shown above.
 */
export function menu(about: HtmlInserted, entries: readonly Entry[], place?: 'push' | 'quiet'): Html | undefined {
  const shown = entries.filter((entry) => entry !== false && entry !== undefined)
  if (shown.length === 0) return undefined
  return html`<details class="menu${place && ` ${place}`}"><summary><span aria-hidden="true">•••</span><span class="hide">${about}</span></summary><div>${shown}</div></details>`
}
