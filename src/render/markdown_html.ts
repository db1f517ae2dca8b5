import { tasklist } from '@mdit/plugin-tasklist'
import MarkdownIt from 'markdown-it'
import type { Untrusted } from '../text/untrusted.ts'
import { linkLabel } from './links.ts'
import { shown } from './md.ts'

type Token = ReturnType<MarkdownIt['parse']>[number]

interface Showing {
  readonly origin: string
  /** links show as a label naming their host */
  readonly labels: boolean
  /** levels that headings move down */
  readonly under: number
}

const markdown = new MarkdownIt({ html: false, linkify: true, typographer: false })
  .use(tasklist, { label: false })
  .disable('image')

/** A participant's Markdown as inert markup: no HTML of theirs, no images, no scripts, no link that skips /out. */
export function markdownHtml(text: Untrusted, showing: Showing): string {
  const tokens = markdown.parse(shown(text), {})
  for (const token of tokens) {
    if (token.type === 'heading_open' || token.type === 'heading_close') {
      token.tag = `h${Math.min(6, Number(token.tag.slice(1)) + showing.under)}`
    }
    if (token.children) token.children = shownInline(token.children, showing)
  }
  return markdown.renderer.render(tokens, markdown.options, {})
}

function shownInline(tokens: readonly Token[], { labels, origin }: Showing): Token[] {
  const kept: Token[] = []
  let link: { readonly href: string; readonly auto: boolean } | undefined
  for (const token of tokens) {
    withoutIds(token)
    if (token.type === 'link_open') {
      const href = token.attrGet('href') ?? ''
      if (labels) link = { href, auto: token.info === 'auto' }
      else kept.push(leading(token, href, origin))
    } else if (token.type === 'link_close' && link) {
      kept.push(said(token, `${link.auto ? '' : ' '}${linkLabel(link.href)}`))
      link = undefined
    } else if (!link?.auto) kept.push(token)
  }
  return kept
}

/** The task list plugin numbers its ids from 0 in every text, so two posts on a page would share them. */
function withoutIds(token: Token): void {
  token.attrs = token.attrs?.filter(([name]) => name !== 'id' && name !== 'for') ?? null
  if (token.type === 'checkbox_input') token.attrSet('aria-label', token.attrGet('checked') ? 'done' : 'to do')
}

/** Resolved as a browser would before it is judged: `//elsewhere.org` is not ours either. */
function leading(token: Token, href: string, origin: string): Token {
  const resolved = URL.canParse(href, origin) ? new URL(href, origin) : undefined
  if (resolved && resolved.origin === origin) {
    token.attrSet('href', resolved.pathname + resolved.search + resolved.hash)
  } else {
    token.attrSet('href', `/out?u=${encodeURIComponent(resolved?.href ?? href)}`)
    token.attrSet('rel', 'nofollow noopener ugc')
  }
  return token
}

function said(like: Token, words: string): Token {
  const token = new (like.constructor as new (type: string, tag: string, nesting: 0) => Token)('text', '', 0)
  token.content = words
  return token
}
