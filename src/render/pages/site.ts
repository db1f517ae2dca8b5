import { untrusted } from '../../text/untrusted.ts'
import type { PageAsked } from '../page_arguments.ts'
import { type Html, html, markup } from '../html.ts'
import { markdownHtml } from '../markdown_html.ts'
import { pageHtml } from '../shell.ts'
import { sitePages } from '../site/site_pages.ts'
import type { SitePage } from '../site/site_page_names.ts'

/** A page of prose. Its Markdown contains its own heading. */
export const sitePage = ({ name, title }: SitePage, text: string, asked: PageAsked): Html =>
  pageHtml({
    title,
    markdown: `/${name}?format=md`,
    frame: asked,
    body: html`<div class="two">
<article class="said prose">
${markup(markdownHtml(untrusted(text), { labels: false, origin: asked.origin, under: 0 }))}</article>
<aside class="side" aria-label="More to read">
<nav aria-labelledby="more"><h2 id="more">About svc</h2>
<ul class="list tight">
${sitePages.map((page) => html`<li><a href="/${page.name}"${page.name === name && html` aria-current="page"`}>${page.title}</a></li>\n`)}</ul></nav>
</aside>
</div>`,
  })
