import { generateKeyPairSync, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { parentPort } from 'node:worker_threads'
import { type AccountClaims, type Configuration, type JWK, Provider } from 'oidc-provider'

/** What the provider can be told while it runs. */
export type Told =
  | { readonly tell: 'client'; readonly client: Registered }
  | { readonly tell: 'person'; readonly login: string; readonly claims: Omit<AccountClaims, 'sub'> }
  | { readonly tell: 'keys' }
  | { readonly tell: 'clock'; readonly behind: number }
  | { readonly tell: 'away'; readonly away: boolean }

export interface Registered {
  readonly id: string
  readonly secret: string
  readonly redirect: string
  readonly shownBy: 'client_secret_basic' | 'client_secret_post'
  /** whether ID tokens carry the address, or /me alone does */
  readonly claimsInToken: boolean
}

const realNow = Date.now
const people = new Map<string, Omit<AccountClaims, 'sub'>>()
let keys: JWK[] = []
let client: Registered | undefined
let away = false
let serve: ((request: IncomingMessage, response: ServerResponse) => Promise<void>) | undefined
let heard = (): void => undefined
const ready = new Promise<void>((resolve) => (heard = resolve))

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  await ready
  if (away) response.writeHead(502).end()
  else await serve?.(request, response)
}

const server = createServer((request, response) => void answer(request, response))
server.listen(0, '127.0.0.1', () => {
  parentPort?.postMessage(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
})

function newKeys(): void {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  keys = [{ ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'RS256', kid: randomUUID() } as JWK]
}

function renew({ id, secret, redirect, shownBy, claimsInToken }: Registered): void {
  const { port } = server.address() as AddressInfo
  const configuration: Configuration = {
    clients: [{ client_id: id, client_secret: secret, redirect_uris: [redirect], token_endpoint_auth_method: shownBy }],
    jwks: { keys },
    cookies: { keys: ['a key of the tests'] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    conformIdTokenClaims: !claimsInToken,
    pkce: { required: () => true },
    ttl: { IdToken: 60, AccessToken: 3600, AuthorizationCode: 60, Interaction: 3600, Session: 3600, Grant: 3600 },
    findAccount: (_, login) => ({
      accountId: login,
      claims: () => ({ sub: login, ...people.get(login) }),
    }),
  }
  serve = new Provider(`http://127.0.0.1:${port}`, configuration).callback()
}

parentPort?.on('message', (told: Told) => {
  if (told.tell === 'person') people.set(told.login, told.claims)
  else if (told.tell === 'away') away = told.away
  else if (told.tell === 'clock') Date.now = () => realNow() - told.behind
  else {
    if (told.tell === 'client') client = told.client
    if (told.tell === 'keys' || keys.length === 0) newKeys()
    if (client) renew(client)
    heard()
  }
  parentPort?.postMessage('done')
})
