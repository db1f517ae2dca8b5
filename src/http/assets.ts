import { readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import type { Context } from 'koa'
import type { Assets } from '../render/page_arguments.ts'
import { cacheSeconds } from '../rules/limits.ts'
import { root } from '../root.ts'
import { type Encoding, encodedAtOnce, encodingFor, setEncoding } from './answer/content_encoding.ts'
import { contentTypes } from './answer/content_types.ts'

const folder = join(root, 'dist', 'web')

/** The addresses of this build's stylesheet and scripts. */
export const assets: Assets = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')) as Assets

const types: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': contentTypes['text/javascript'],
}

interface AssetFiles {
  readonly has: (path: string) => boolean
  /** returns false for other paths */
  readonly serve: (ctx: Context) => boolean
}

/** Serves every file with a content hash in its name from memory, cacheable for ever. */
export function openAssets(): AssetFiles {
  const files = new Map<string, { readonly type: string; readonly body: Buffer; readonly as: Map<Encoding, Buffer> }>()
  for (const name of readdirSync(folder)) {
    const type = types[extname(name)]
    if (type) files.set(`/assets/${name}`, { type, body: readFileSync(join(folder, name)), as: new Map() })
  }

  const serve = (ctx: Context): boolean => {
    const file = files.get(ctx.path)
    if (!file) return false
    const encoding = encodingFor(ctx, file.body.length)
    if (encoding && !file.as.has(encoding)) file.as.set(encoding, encodedAtOnce(file.body, encoding))
    ctx.status = 200
    ctx.res.setHeader('Cache-Control', `public, max-age=${cacheSeconds.asset}, immutable`)
    ctx.res.setHeader('Content-Type', file.type)
    setEncoding(ctx, encoding)
    ctx.body = encoding ? file.as.get(encoding) : file.body
    return true
  }
  return { has: (path) => files.has(path), serve }
}
