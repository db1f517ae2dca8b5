import type { Context } from 'koa'
import { outPage } from '../../render/pages/out.ts'
import { frameOf, sendPage } from '../answer/uncached_page.ts'
import type { ViewParts } from './serving/served_page.ts'

/** /out?u=: shows where a link leads before the reader follows it. It never redirects. */
export async function outView(ctx: Context, parts: ViewParts): Promise<void> {
  const asked = new URLSearchParams(ctx.querystring).get('u') ?? ''
  const target = URL.canParse(asked) ? new URL(asked) : undefined
  const isWeb = target?.protocol === 'https:' || target?.protocol === 'http:'
  sendPage(ctx, outPage(isWeb ? target : undefined, await frameOf(ctx, parts)))
}
