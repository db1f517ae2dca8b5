import type { Context, Middleware } from 'koa'
import { OAuthRefusal, Refusal } from '../../rules/errors.ts'
import { quotable } from '../answer/www_authenticate.ts'
import { openToAnyOrigin } from '../answer/cors.ts'
import { refuse } from '../answer/error_body.ts'
import { writeJson } from '../answer/json.ts'

/** Answers refusals of the OAuth endpoints for programs in OAuth's own shape: {error, error_description}. */
export const inOAuthShape: Middleware = async (ctx, next) => {
  openToAnyOrigin(ctx)
  ctx.set('Pragma', 'no-cache')
  try {
    await next()
  } catch (error) {
    if (error instanceof OAuthRefusal) return refuseOAuth(ctx, error)
    if (!(error instanceof Refusal)) throw error
    const { status, message } = error
    if (error.code === 'invalid' || error.code === 'too_large')
      return refuseOAuth(ctx, { code: 'invalid_request', status, message })
    // limits are told as everywhere else
    refuse(ctx, error, { error_description: quotable(message) })
  }
}

function refuseOAuth(ctx: Context, { code, status, message }: Pick<OAuthRefusal, 'code' | 'status' | 'message'>): void {
  ctx.status = status
  writeJson(ctx, { error: code, error_description: quotable(message) })
}

type Fields = Readonly<Record<string, unknown>>

/** A field of a request; undefined when it is absent, empty or no string. */
export const fieldOf = (fields: Fields, name: string): string | undefined => {
  const value = fields[name]
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** Returns a required field; throws invalid_request. */
export function neededField(fields: Fields, name: string): string {
  const value = fieldOf(fields, name)
  if (value === undefined) throw new OAuthRefusal('invalid_request', `The parameter ${name} is missing.`)
  return value
}
