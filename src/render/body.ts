import { sizes } from '../rules/limits.ts'
import { type Untrusted, words } from '../text/untrusted.ts'
import { clip } from './cut_to_size.ts'
import { changedHtml } from './changed/changed_html.ts'
import { escapedHtml } from './html.ts'
import { withLabels } from './link_labels.ts'
import { markdownHtml } from './markdown_html.ts'
import { printed, visibleText } from './markdown/md.ts'
import { fence } from './markdown/fence.ts'

/** One text of a participant with its rendering options: the unit that is cached and sent to a render thread. */
export interface Body {
  /** identifies the text, `was` and their versions; texts with equal keys may be cut to different lengths */
  readonly key: string
  readonly text: Untrusted
  readonly as: 'markdown' | 'html'
  /** links become labels naming their host, because the author has no reach */
  readonly labels: boolean
  /** code points shown; absent for all */
  readonly most?: number | undefined
  /** html: links within this origin stay, others go through /out */
  readonly origin?: string
  /** html: the previous text; changes since then are marked */
  readonly was?: Untrusted | undefined
  /** html: number of levels that headings move down, below those of the page */
  readonly under?: number
  /** html: the level of the first heading; levels below it are consecutive. Wins over `under` */
  readonly top?: number
  /** html: names in it, without the @, that mention no one here */
  readonly nobody?: readonly string[] | undefined
}

/** Returns the printed form of a body, rendered here or taken from a cache. */
export type Fragment = (body: Body) => string

/** Includes the length, because a text may be cut to the room on a page. */
export const cacheKey = ({ key, text, as, labels, most, under, top, was, nobody }: Body): string =>
  `${key}:${words(text).length}:${as}:${labels ? 'labels' : ''}:${most ?? ''}:${under ?? ''}:${top ?? ''}${was === undefined ? '' : `:since:${words(was).length}`}${nobody === undefined ? '' : `:nobody:${nobody.join()}`}`

export const renderBody: Fragment = (body) => {
  const text = body.most === undefined ? body.text : clip(body.text, body.most).text
  if (body.as === 'html') {
    const { labels, origin = '', under = 1, top, nobody } = body
    const showing = { labels, origin, under, top, nobody }
    const is = markdownHtml(text, showing)
    return body.was === undefined ? is : changedHtml(markdownHtml(body.was, showing), is)
  }
  return printed(fence(body.labels ? withLabels(text) : text))
}

/** The fallback when rendering takes too long: the source text, readable and inert. */
export const plainBody: Fragment = (body) => {
  const source = clip(body.text, body.most ?? sizes.pad).text
  // an author without reach may have caused the timeout
  const text = body.labels ? withLabels(source) : source
  return body.as === 'html' ? `<pre>${escapedHtml(visibleText(text))}</pre>` : printed(fence(text, 'text'))
}
