import type Router from '@koa/router'
import type { Context } from 'koa'
import type { Config, Site } from '../../config.ts'
import { scopes } from '../../rules/scopes.ts'
import { present } from '../../records/present.ts'
import { cacheSeconds } from '../../rules/limits.ts'
import { writeJson } from '../answer/json.ts'
import { mcpUrl } from '../../rules/endpoints.ts'

/** RFC 9728: where tokens for the MCP server come from. */
const protectedResource = (config: Site): object => ({
  resource: mcpUrl(config.baseUrl),
  authorization_servers: [config.baseUrl],
  scopes_supported: scopes,
  bearer_methods_supported: ['header'],
  resource_name: 'svc',
  resource_documentation: `${config.baseUrl}/llms-full.txt`,
})

/** RFC 8414: how tokens are obtained. */
const authorizationServer = (config: Site & Pick<Config, 'cimd'>): object => {
  const { baseUrl } = config
  return present({
    issuer: baseUrl,
    authorization_endpoint: `${baseUrl}/oauth/authorize`,
    token_endpoint: `${baseUrl}/oauth/token`,
    registration_endpoint: `${baseUrl}/oauth/register`,
    revocation_endpoint: `${baseUrl}/oauth/revoke`,
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    code_challenge_methods_supported: ['S256'],
    token_endpoint_auth_methods_supported: ['none'],
    revocation_endpoint_auth_methods_supported: ['none'],
    scopes_supported: scopes,
    protected_resources: [mcpUrl(config.baseUrl)],
    // a host that reads this flag uses nothing else, so it is set only where the service can fetch such documents
    client_id_metadata_document_supported: config.cimd || undefined,
    authorization_response_iss_parameter_supported: true,
    service_documentation: `${baseUrl}/llms-full.txt`,
  })
}

/** The documents that a host reads before it connects. */
export function metadataRoutes(router: Router, config: Site & Pick<Config, 'cimd'>): void {
  const documents: Readonly<Record<string, object>> = {
    '/.well-known/oauth-protected-resource': protectedResource(config),
    '/.well-known/oauth-protected-resource/mcp': protectedResource(config),
    // of the address with a slash, which hosts add
    '/.well-known/oauth-protected-resource/mcp/': protectedResource(config),
    '/.well-known/oauth-authorization-server': authorizationServer(config),
  }
  for (const [path, document] of Object.entries(documents)) {
    router.options(path, (ctx) => {
      readableAnywhere(ctx)
      ctx.set('Access-Control-Allow-Methods', 'GET, OPTIONS')
      // clients send the protocol version in a header of MCP
      ctx.set('Access-Control-Allow-Headers', 'Authorization, Content-Type, MCP-Protocol-Version')
      ctx.set('Access-Control-Max-Age', String(cacheSeconds.preflight))
      ctx.status = 204
    })
    router.get(path, (ctx) => {
      readableAnywhere(ctx)
      ctx.set('Cache-Control', `public, max-age=${cacheSeconds.discovery}`)
      writeJson(ctx, document)
    })
  }
}

const readableAnywhere = (ctx: Context): void => ctx.set('Access-Control-Allow-Origin', '*')
