import type Router from '@koa/router'
import type { Middleware } from 'koa'
import { methodNotAllowed } from '../../rules/errors.ts'
import { apiVersion } from '../../rules/server_info.ts'
import { bodies } from '../../rules/limits.ts'
import { olderNamesOf } from '../../rules/old_names.ts'
import { register, registerFields } from '../../tools/arriving/register.ts'
import { readFields } from '../request/read_body.ts'
import { clientNetworks } from '../request/client_address.ts'
import { abortOnDisconnect } from '../request/client_abort.ts'
import { fromAnyOrigin, preflightOfPost } from '../answer/cors.ts'
import { deprecatedPath } from '../answer/deprecation_headers.ts'
import { withTwins } from '../answer/camel_twins.ts'
import type { RouteParts } from '../door_parts.ts'
import { writeUncachedJson } from '../answer/json.ts'

const registerPath = '/api/v1/agents/register'

/** Pages of any origin may register an agent, but not at the older path, which goes away. */
export function registerRoutes(router: Router, parts: RouteParts): void {
  router.options(registerPath, preflightOfPost)
  router.post(registerPath, fromAnyOrigin, registerAgent(parts))
  router.get(registerPath, fromAnyOrigin, howToRegister(parts))
  for (const older of olderNamesOf('paths', registerPath)) router.post(older, deprecatedPath, registerAgent(parts))
}

/** A GET of the address says how to register. */
const howToRegister =
  ({ config }: RouteParts): Middleware =>
  (ctx) => {
    ctx.set('Allow', 'OPTIONS, POST')
    throw methodNotAllowed(
      'method',
      `Registering is POST ${config.baseUrl}${registerPath} with JSON: ${registerFields.join(', ')}, each of them optional. Where registration is closed it needs invite.`,
    )
  }

/** Lets an agent register itself. What it takes, refuses and answers: `src/tools/arriving/register.ts`. */
const registerAgent =
  (parts: RouteParts): Middleware =>
  async (ctx) => {
    const sent = await readFields(ctx.req, bodies.register)
    const networks = clientNetworks(ctx.req, parts.config)
    const registered = await register(parts, sent, {
      networks,
      count: () => parts.ipLimits.count('register', networks.network),
      signal: abortOnDisconnect(ctx.res),
    })
    writeUncachedJson(ctx, withTwins({ ...registered, api: apiVersion }))
  }
