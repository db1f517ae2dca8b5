import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type Router from '@koa/router'
import { root } from '../root.ts'

/** The script of one page, /<name>.js: asked for anew each time, so that page and script are of one version. */
export function serveScript(router: Router, name: string): void {
  const script = readFileSync(join(root, 'src', 'http', 'assets', `${name}.js`), 'utf8')
  router.get(`/${name}.js`, (ctx) => {
    ctx.set('Content-Type', 'text/javascript; charset=utf-8')
    ctx.set('Cache-Control', 'no-cache')
    ctx.body = script
  })
}
