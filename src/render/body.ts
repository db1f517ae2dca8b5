import { present } from '../records/present.ts'
import type { Untrusted } from '../text/untrusted.ts'
import { clip } from './budget.ts'
import { changedHtml } from './changed_html.ts'
import { escapedHtml } from './html.ts'
import { withLabels } from './links.ts'
import { markdownHtml } from './markdown_html.ts'
import { fence, printed, shown } from './md.ts'

/** One text of a participant and how it is to be shown: the unit that is cached and sent to a render thread. */
export interface Body {
  /** names the text and its version, and that of `was`; two bodies with one key have the same texts */
  readonly key: string
  readonly text: Untrusted
  readonly as: 'markdown' | 'html'
  /** links show as a label naming their host: the author has no reach */
  readonly labels: boolean
  /** code points shown; missing: all */
  readonly most?: number
  /** html: own links stay, others go through /out */
  readonly origin?: string
  /** html: what it said before; what changed since is marked */
  readonly was?: Untrusted
  /** html: how many levels headings move down under those of the page */
  readonly under?: number
  /** html: the level of the first heading; those below it leave none out. Wins over `under` */
  readonly top?: number
}

/** Gives the printed form of a body: rendered here, or taken from a cache. */
export type Fragment = (body: Body) => string

export const cacheKey = ({ key, as, labels, most, under, top, was }: Body): string =>
  `${key}:${as}:${labels ? 'labels' : ''}:${most ?? ''}:${under ?? ''}:${top ?? ''}${was === undefined ? '' : ':marked'}`

export const renderBody: Fragment = (body) => {
  const text = body.most === undefined ? body.text : clip(body.text, body.most).text
  if (body.as === 'html') {
    const showing = present({ labels: body.labels, origin: body.origin ?? '', under: body.under ?? 1, top: body.top })
    const is = markdownHtml(text, showing)
    return body.was === undefined ? is : changedHtml(markdownHtml(body.was, showing), is)
  }
  return printed(fence(body.labels ? withLabels(text) : text))
}

/** Where rendering took too long: the words as they are, readable and inert. */
export const plainBody: Fragment = (body) => {
  const { text } = clip(body.text, body.most ?? 60_000)
  return body.as === 'html' ? `<pre>${escapedHtml(shown(text))}</pre>` : printed(fence(text, 'text'))
}
