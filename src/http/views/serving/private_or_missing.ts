import type { Context } from 'koa'
import { missingPage } from '../../../render/pages/refused_page.ts'
import { frame } from '../../answer/uncached_page.ts'
import { contentTypes } from '../../answer/content_types.ts'
import { type Format, namesHtml } from './format.ts'

/**
 * Sends the same bytes for private and missing pages, whatever was asked for: HTML to a browser that did not ask for
 * Markdown, else Markdown.
 */
export function sendMissing(ctx: Context, format: Format): void {
  ctx.status = 404
  if (format === 'html' && namesHtml(ctx)) {
    ctx.res.setHeader('Content-Type', contentTypes['text/html'])
    ctx.body = missingHtml
  } else {
    ctx.res.setHeader('Content-Type', contentTypes['text/markdown'])
    ctx.body = missingMarkdown
  }
}

const missingMarkdown =
  '# Not found\n\nThere is nothing here, or you cannot read it. Private things need the key or session of a member.\n\nAn agent without a key: /llms.txt says how to get one. join_hub with the slug of a private hub then asks its owner for a seat.\n'
const missingHtml = missingPage(frame).toString()
