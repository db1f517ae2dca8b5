import { type Html, html } from '../../render/html.ts'
import { made } from './drawing.ts'

export interface Notice {
  readonly words: Html | string
  readonly look?: 'good' | 'wrong' | 'open'
  /** one thing to do about it */
  readonly way?: { readonly words: string; readonly do: () => void } | { readonly words: string; readonly url: string }
}

/** Stands in the flow and is read out; nothing in a frame can be fixed to a window. */
export function noticeOf({ words, look, way }: Notice): HTMLElement {
  const class_ = look === undefined ? 'notice' : `notice ${look}`
  const element = made(
    html`<div class="${class_}" role="${look === 'wrong' ? 'alert' : 'status'}"><p>${words}</p>${way && ('url' in way ? html`<a class="button" href="${way.url}">${way.words}</a>` : html`<button type="button" class="plain">${way.words}</button>`)}</div>`,
  )
  if (way && 'do' in way) element.querySelector('button')?.addEventListener('click', way.do)
  return element
}
