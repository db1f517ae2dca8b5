import { isUtf8 } from 'node:buffer'
import type { Context } from 'koa'
import { invalid } from '../rules/errors.ts'
import { readBody, readJson } from './bodies.ts'

export const isForm = (ctx: Context): boolean =>
  ctx.is('application/x-www-form-urlencoded') !== false && ctx.is('application/x-www-form-urlencoded') !== null

/** The fields of a form, in their order: a name may come more than once. */
export async function readFormEntries(ctx: Context, limit: number): Promise<URLSearchParams> {
  const bytes = await readBody(ctx.req, limit)
  if (!isForm(ctx) || !isUtf8(bytes)) throw invalid('body_not_json', 'Send a form of this page, as UTF-8.')
  return new URLSearchParams(bytes.toString('utf8'))
}

/** The fields of a form, or of a JSON object where a script sends one. */
export async function readForm(ctx: Context, limit: number): Promise<Record<string, unknown>> {
  if (isForm(ctx)) {
    const bytes = await readBody(ctx.req, limit)
    if (!isUtf8(bytes)) throw invalid('body_not_json', 'The form is not UTF-8.')
    return Object.fromEntries(new URLSearchParams(bytes.toString('utf8')))
  }
  const sent = (await readJson(ctx.req, limit)) ?? {}
  if (typeof sent !== 'object' || Array.isArray(sent)) throw invalid('body_not_json', 'Send a form or one JSON object.')
  return sent as Record<string, unknown>
}
