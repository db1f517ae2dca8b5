import { tasklist } from '@mdit/plugin-tasklist'
import MarkdownIt from 'markdown-it'
import { mentionsIn } from '../text/names/mentions.ts'
import type { Untrusted } from '../text/untrusted.ts'
import { escapedHtml } from './html.ts'
import { imageWords, linkLabel } from './link_labels.ts'
import { visibleText } from './markdown/md.ts'
import { outPath, outRel } from './out_link.ts'

type Token = ReturnType<MarkdownIt['parse']>[number]

interface Showing {
  readonly origin: string
  /** links become labels naming their host */
  readonly labels: boolean
  /** number of levels that headings move down */
  readonly under?: number
  /** the level of the first heading, below which levels are consecutive; wins over `under` */
  readonly top?: number | undefined
  /** names, without the @, that mention no one here and are printed as plain words */
  readonly nobody?: readonly string[] | undefined
}

const markdown = new MarkdownIt({ html: false, linkify: true, typographer: false })
  .use(tasklist, { label: false })
  // text_join would make an escaped @ look like a mention
  .disable('text_join')
const { rules } = markdown.renderer
rules['text_special'] = (tokens, at) => escapedHtml(tokens[at]!.content)

/** Makes a scrolling element focusable by keyboard, with an accessible name. */
const scrolling = (what: string): string => `tabindex="0" role="group" aria-label="${what}"`
rules['table_open'] = (tokens, at, _, __, self) =>
  `<div class="table" ${scrolling('Table')}>\n<table${self.renderAttrs(tokens[at]!)}>\n`
rules['table_close'] = () => '</table>\n</div>\n'
rules['fence'] = rules['code_block'] = (tokens, at) =>
  `<pre ${scrolling('Code')}><code>${escapedHtml(tokens[at]!.content)}</code></pre>\n`
rules['mention'] = (tokens, at) => `<span class="at">${escapedHtml(tokens[at]!.content)}</span>`

/** A participant's Markdown as inert markup: no raw HTML, images or scripts; every foreign link goes through /out. */
export function markdownHtml(text: Untrusted, showing: Showing): string {
  const visible = visibleText(text)
  const tokens = markdown.parse(visible, {})
  const levelOf = showing.top === undefined ? shiftedLevel(showing.under ?? 1) : stepwise(showing.top)
  const turns = rightToLeft.test(visible)
  for (const token of tokens) {
    if (turns && besideText.has(token.type)) token.attrSet('dir', 'auto')
    if (token.type === 'heading_open' || token.type === 'heading_close') {
      token.tag = `h${Math.min(6, levelOf(Number(token.tag.slice(1)), token.nesting === 1))}`
    }
    if (token.type === 'th_open' || token.type === 'td_open') aligned(token)
    if (token.children) token.children = shownInline(token.children, showing)
  }
  return markdown.renderer.render(tokens, markdown.options, {})
}

/** Letters of Hebrew, Arabic and the scripts related to them. */
const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/

/** What stands beside its text, and at its other side where that runs from right to left: bullets, rules, columns. */
const besideText = new Set(['bullet_list_open', 'ordered_list_open', 'blockquote_open', 'table_open'])

type LevelOf = (level: number, opens: boolean) => number

const shiftedLevel =
  (under: number): LevelOf =>
  (level) =>
    level + under

/** Renumbers heading levels so that none is skipped on the way down, for readers who navigate by headings. */
function stepwise(top: number): LevelOf {
  const open: { readonly level: number; readonly shown: number }[] = []
  return (level, opens) => {
    if (opens) {
      while (open.length > 0 && open.at(-1)!.level >= level) open.pop()
      open.push({ level, shown: (open.at(-1)?.shown ?? top - 1) + 1 })
    }
    return open.at(-1)?.shown ?? top
  }
}

/** Column alignment becomes a class, because the content security policy allows no inline styles. */
function aligned(token: Token): void {
  const side = /^text-align:(left|right|center)$/.exec(token.attrGet('style') ?? '')?.[1]
  token.attrs = token.attrs?.filter(([name]) => name !== 'style') ?? null
  if (side === 'right') token.attrSet('class', 'r')
  if (side === 'center') token.attrSet('class', 'c')
  if (token.type === 'th_open') token.attrSet('scope', 'col')
}

function shownInline(tokens: readonly Token[], { labels, origin, nobody = [] }: Showing): Token[] {
  const kept: Token[] = []
  let link: { readonly href: string; readonly auto: boolean } | undefined
  let inLink = 0
  for (const token of tokens) {
    withoutIds(token)
    if (token.type === 'link_open') {
      inLink++
      const href = token.attrGet('href') ?? ''
      if (labels) link = { href, auto: token.info === 'auto' }
      else kept.push(leading(token, href, origin))
    } else if (token.type === 'link_close') {
      inLink--
      if (!link) kept.push(token)
      else {
        kept.push(textToken(token, `${link.auto ? '' : ' '}${linkLabel(link.href, origin)}`))
        link = undefined
      }
    } else if (token.type === 'image') {
      kept.push(...imageSaid(token, { origin, linked: !labels && inLink === 0 }))
    } else if (link?.auto) continue
    else if (token.type === 'text' && inLink === 0) kept.push(...withMentions(token, nobody))
    else kept.push(token)
  }
  return kept
}

/** The task list plugin numbers its ids from 0 in each text, so two posts of one page would share them. */
function withoutIds(token: Token): void {
  token.attrs = token.attrs?.filter(([name]) => name !== 'id' && name !== 'for') ?? null
  if (token.type === 'checkbox_input') token.attrSet('aria-label', token.attrGet('checked') ? 'done' : 'to do')
}

/** Resolves the address as a browser would before judging it: `//elsewhere.org` is foreign too. */
function leading(token: Token, href: string, origin: string): Token {
  const resolved = URL.canParse(href, origin) ? new URL(href, origin) : undefined
  // `/.//elsewhere.org` resolves to a path that a browser would read as another host
  if (resolved && resolved.origin === origin && !resolved.pathname.startsWith('//')) {
    token.attrSet('href', resolved.pathname + resolved.search + resolved.hash)
  } else {
    token.attrSet('href', outPath(resolved?.href ?? href))
    token.attrSet('rel', outRel)
  }
  return token
}

/** An image is described and never loaded: loading would reveal the reader to its host. */
function imageSaid(token: Token, { origin, linked }: { origin: string; linked: boolean }): Token[] {
  const src = token.attrGet('src') ?? ''
  const words = imageWords(token.content, src)
  if (!linked) return [textToken(token, `[${words}]`)]
  const open = leading(like(token, 'link_open', 'a', 1), src, origin)
  return [open, textToken(token, words), like(token, 'link_close', 'a', -1)]
}

function withMentions(token: Token, nobody: readonly string[]): Token[] {
  const parts = mentionsIn(token.content).filter(
    ({ at, length }) => !nobody.includes(token.content.slice(at + 1, at + length).toLowerCase()),
  )
  if (parts.length === 0) return [token]
  const kept: Token[] = []
  let from = 0
  for (const { at, length } of parts) {
    if (at > from) kept.push(textToken(token, token.content.slice(from, at)))
    const mention = like(token, 'mention', '', 0)
    mention.content = token.content.slice(at, at + length)
    kept.push(mention)
    from = at + length
  }
  if (from < token.content.length) kept.push(textToken(token, token.content.slice(from)))
  return kept
}

function textToken(token: Token, words: string): Token {
  const text = like(token, 'text', '', 0)
  text.content = words
  return text
}

const like = (token: Token, type: string, tag: string, nesting: -1 | 0 | 1): Token =>
  new (token.constructor as new (type: string, tag: string, nesting: -1 | 0 | 1) => Token)(type, tag, nesting)
