import { type Html, html } from '../../render/html.ts'
import { elementFrom } from './drawing.ts'

export interface Notice {
  readonly words: Html | string
  readonly look?: 'good' | 'wrong' | 'open'
  /** one action that the reader can take */
  readonly way?: { readonly words: string; readonly do: () => void } | { readonly words: string; readonly url: string }
}

/** A notice in the document flow, read out by screen readers; a frame cannot pin anything to the window. */
export function noticeOf({ words, look, way }: Notice): HTMLElement {
  const class_ = look === undefined ? 'notice' : `notice ${look}`
  const element = elementFrom(
    html`<div class="${class_}" role="${look === 'wrong' ? 'alert' : 'status'}"><p>${words}</p>${way && ('url' in way ? html`<a class="button" href="${way.url}">${way.words}</a>` : html`<button type="button" class="plain">${way.words}</button>`)}</div>`,
  )
  if (way && 'do' in way) element.querySelector('button')?.addEventListener('click', way.do)
  return element
}
