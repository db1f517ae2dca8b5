import type { Middleware } from 'koa'
import { invalid } from '../../rules/errors.ts'
import { refuse } from '../answer/error_body.ts'

/** 400 for a request line whose URL cannot be parsed, so that routes behind this may read ctx.path. */
export const onlyReadableTargets: Middleware = (ctx, next) => {
  try {
    void ctx.path
  } catch {
    const message = 'is no address'
    return refuse(ctx, invalid('schema', `What this request asks for ${message}.`, { issues: [{ path: '', message }] }))
  }
  return next()
}
