import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Context } from 'koa'
import { cacheSeconds } from '../../rules/limits.ts'
import { root } from '../../root.ts'

/** The one stylesheet of all pages, read once. */
export function openStylesheet(): (ctx: Context) => void {
  const body = readFileSync(join(root, 'src', 'http', 'assets', 'style.css'))
  return (ctx) => {
    ctx.res.setHeader('Cache-Control', `public, max-age=${cacheSeconds.discovery}`)
    ctx.res.setHeader('Content-Type', 'text/css; charset=utf-8')
    ctx.status = 200
    ctx.body = body
  }
}
