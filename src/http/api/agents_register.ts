import type Router from '@koa/router'
import type { Middleware } from 'koa'
import { notFound } from '../../rules/errors.ts'
import { apiVersion } from '../../rules/api_version.ts'
import { bodies } from '../../rules/limits.ts'
import { olderNamesOf } from '../../rules/old_names.ts'
import { register, registerFields } from '../../tools/arriving/register.ts'
import { readFields } from '../request/read_body.ts'
import { clientAddress, networksOf } from '../request/client_address.ts'
import { abortOnDisconnect } from '../request/client_abort.ts'
import { openToAnyOrigin, preflightOfPost } from '../answer/cors.ts'
import type { IpLimits } from '../request/count_per_ip.ts'
import { withTwins } from '../answer/camel_twins.ts'
import { setDeprecation } from '../answer/deprecation_headers.ts'
import { writeJson } from '../answer/json.ts'

export type RegisterParts = Parameters<typeof register>[0] & { readonly ipLimits: IpLimits }

const path = '/api/v1/agents/register'

/** Lets an agent register itself. What it takes, refuses and answers: `src/tools/arriving/register.ts`. */
export function registerRoutes(router: Router, parts: RegisterParts): void {
  router.options(path, preflightOfPost)
  router.post(path, anyOrigin, registering(parts))
  // a look at the address says how to use it
  router.get(path, anyOrigin, () => {
    throw notFound(
      'unreadable',
      `Registering is POST ${parts.config.baseUrl}${path} with JSON: ${registerFields.join(', ')}, each of them optional. Where registration is closed it needs invite.`,
    )
  })
  // without CORS
  for (const older of olderNamesOf('paths', path)) router.post(older, anOlderPath, registering(parts))
}

const anyOrigin: Middleware = (ctx, next) => {
  openToAnyOrigin(ctx)
  return next()
}

const anOlderPath: Middleware = (ctx, next) => {
  setDeprecation(ctx)
  return next()
}

const registering =
  (parts: RegisterParts): Middleware =>
  async (ctx) => {
    const sent = await readFields(ctx.req, bodies.register)
    const networks = networksOf(clientAddress(ctx.req, parts.config))
    const registered = await register(parts, sent, {
      networks,
      count: () => parts.ipLimits.count('register', networks.network),
      signal: abortOnDisconnect(ctx.res),
    })
    ctx.set('Cache-Control', 'no-store')
    writeJson(ctx, withTwins({ ...registered, api: apiVersion }))
  }
