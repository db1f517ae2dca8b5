import * as client from 'openid-client'
import type { Clock } from '../../clock.ts'
import { forbidden } from '../../rules/errors.ts'
import { lifetimes, sizes } from '../../rules/limits.ts'
import { asSeconds } from '../../rules/units.ts'
import { firstCharacters } from '../../text/characters.ts'
import { type Untrusted, untrusted } from '../../text/untrusted.ts'
import { isEmail } from '../../rules/email_address.ts'
import { asRefusal, isUnknownClient, notTrusted } from './provider_refusals.ts'

/** This service as a client of the provider. */
interface Registration {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  /** redirect URI of the sign-in */
  readonly redirect: string
}

/** A sign-in that was sent to the provider: the values that its answer must match. */
export interface Attempt {
  readonly state: string
  readonly nonce: string
  readonly verifier: string
}

/** A person whom the provider vouches for. */
interface Provided {
  readonly issuer: string
  readonly subject: string
  readonly email: string
  /** the provider says that the address belongs to them */
  readonly verified: boolean
  readonly name: Untrusted
}

export interface Provider {
  /** name of the provider as shown to people */
  readonly host: string
  /** Fetches the provider's metadata. Throws busy when it does not answer. */
  look(): Promise<void>
  begin(): Promise<Attempt & { readonly url: string }>
  /** Completes a sign-in from the query of the redirect. Throws a Refusal with a message for the person. */
  finish(query: URLSearchParams, attempt: Attempt): Promise<Provided>
}

/** An OpenID Connect provider: authorization code with PKCE, state and nonce; discovered by its issuer URL. */
export function openProvider(registration: Registration, clock: Clock): Provider {
  const { host } = new URL(registration.issuer)
  const { metadata, exchange } = openExchange(registration, clock)
  const orRefusal = <Done>(work: Promise<Done>): Promise<Done> =>
    work.catch((error: unknown) => {
      throw asRefusal(host, error)
    })

  async function begin(): Promise<Attempt & { readonly url: string }> {
    const attempt = newAttempt()
    const config = configurationOf(registration, await metadata(), client.None())
    return { ...attempt, url: await addressOf(config, registration.redirect, attempt) }
  }

  async function finish(query: URLSearchParams, attempt: Attempt): Promise<Provided> {
    const [config, tokens] = await exchange(query, attempt)
    const said = tokens.claims() as client.IDToken
    const more = saysAddress(said) ? {} : await userInfo(config, tokens.access_token, said.sub)
    return provided(host, said, more)
  }

  return {
    host,
    look: () => orRefusal(metadata().then(() => undefined)),
    begin: () => orRefusal(begin()),
    finish: (query, attempt) => orRefusal(finish(query, attempt)),
  }
}

/** What goes between this service and the provider itself. */
function openExchange(registration: Registration, clock: Clock) {
  const { issuer, clientId, clientSecret, redirect } = registration
  let found: { readonly metadata: client.ServerMetadata; readonly until: number } | undefined

  async function metadata(): Promise<client.ServerMetadata> {
    if (found && clock.now() < found.until) return found.metadata
    const timeout = asSeconds(lifetimes.providerPatience)
    const execute = isPlain(issuer) ? [client.allowInsecureRequests] : []
    const config = await client.discovery(new URL(issuer), clientId, undefined, client.None(), { timeout, execute })
    found = { metadata: config.serverMetadata(), until: clock.now() + lifetimes.providerMetadata }
    return found.metadata
  }

  /** The provider decides how a client authenticates; the default of client registration is tried first. */
  const ways = [client.ClientSecretBasic(clientSecret), client.ClientSecretPost(clientSecret)]

  async function exchange(
    query: URLSearchParams,
    { state, nonce, verifier }: Attempt,
  ): Promise<[client.Configuration, Awaited<ReturnType<typeof client.authorizationCodeGrant>>]> {
    const server = await metadata()
    const back = new URL(`${redirect}?${query.toString()}`)
    const checks = { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier, idTokenExpected: true }
    let refused: unknown
    for (const way of ways) {
      const config = configurationOf(registration, server, way)
      try {
        return [config, await client.authorizationCodeGrant(config, back, checks)]
      } catch (error) {
        if (!isUnknownClient(error)) throw error
        refused = error
      }
    }
    throw refused
  }

  return { metadata, exchange }
}

/** New for each sign-in, so that its keys are fetched again and a rotated key is known. */
function configurationOf(
  { issuer, clientId }: Registration,
  server: client.ServerMetadata,
  auth: client.ClientAuth,
): client.Configuration {
  const tolerance = { [client.clockTolerance]: asSeconds(lifetimes.providerSkew) }
  const config = new client.Configuration(server, clientId, tolerance, auth)
  config.timeout = asSeconds(lifetimes.providerPatience)
  if (isPlain(issuer)) client.allowInsecureRequests(config)
  client.enableNonRepudiationChecks(config)
  return config
}

const newAttempt = (): Attempt => ({
  state: client.randomState(),
  nonce: client.randomNonce(),
  verifier: client.randomPKCECodeVerifier(),
})

/** Where the person signs in with the provider. */
async function addressOf(
  config: client.Configuration,
  redirect_uri: string,
  { state, nonce, verifier }: Attempt,
): Promise<string> {
  const url = client.buildAuthorizationUrl(config, {
    redirect_uri,
    scope: 'openid email profile',
    state,
    nonce,
    code_challenge: await client.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  })
  return url.href
}

const isPlain = (issuer: string): boolean => issuer.startsWith('http:')

type Claims = Readonly<Record<string, unknown>>

const saysAddress = (claims: Claims): boolean => claims['email'] !== undefined && claims['email_verified'] !== undefined

async function userInfo(config: client.Configuration, token: string, subject: string): Promise<Claims> {
  if (config.serverMetadata().userinfo_endpoint === undefined) return {}
  return client.fetchUserInfo(config, token, subject).catch((error: unknown) => {
    // the provider reveals nothing more to this client
    if (error instanceof client.WWWAuthenticateChallengeError) return {}
    throw error
  })
}

/** OpenID Connect Core, 2: 255 characters of ASCII. Others could not be stored, or not be found again. */
const subject = /^[\x20-\x7e]{1,255}$/

/** The address and whether it is confirmed are taken from the same source, since one says nothing about another's. */
function provided(host: string, said: client.IDToken, more: Claims): Provided {
  if (!subject.test(said.sub)) throw notTrusted(host)
  const from: Claims = more['email'] === undefined ? said : more
  const email = from['email']
  if (typeof email !== 'string' || !isEmail(email)) {
    throw forbidden(
      'needs_verified',
      `${host} did not say which email address is yours, and an account here is an email address. Allow it there, or add an address to your account there; then sign in again.`,
    )
  }
  const name = [said['name'], more['name'], said['preferred_username'], more['preferred_username']]
    .filter((given) => typeof given === 'string')
    .map((given) => given.trim())
    .find((given) => given !== '')
  return {
    issuer: said.iss,
    subject: said.sub,
    email,
    // some providers send a string
    verified: from['email_verified'] === true || from['email_verified'] === 'true',
    name: untrusted(firstCharacters(name ?? (email.split('@')[0] as string), sizes.name)),
  }
}
