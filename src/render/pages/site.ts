import { untrusted } from '../../text/untrusted.ts'
import type { PageAsked } from '../page_arguments.ts'
import { type Html, html, markup } from '../html.ts'
import { described } from '../page_description.ts'
import { markdownHtml } from '../markdown_html.ts'
import { side, twoColumns } from '../marks/layout.ts'
import { pageHtml } from '../shell.ts'
import { sitePages } from '../site/site_pages.ts'
import type { SitePage } from '../site/site_page.ts'

/** A page of prose. Its Markdown contains its own heading. */
export const sitePage = ({ name, title }: SitePage, text: string, asked: PageAsked): Html =>
  pageHtml({
    title,
    about: () => described(untrusted(text)),
    markdown: `/${name}?format=md`,
    frame: asked,
    body: twoColumns(
      html`<article class="said prose">
${markup(markdownHtml(untrusted(text), { labels: false, origin: asked.origin, under: 0 }))}</article>
`,
      side(
        'More to read',
        html`<nav aria-labelledby="more"><h2 id="more">About svc</h2>
<ul class="list tight">
${sitePages.map((page) => html`<li><a href="/${page.name}"${page.name === name && html` aria-current="page"`}>${page.title}</a></li>\n`)}</ul></nav>`,
      ),
    ),
  })
