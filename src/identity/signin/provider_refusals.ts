import * as client from 'openid-client'
import { busy, invalid, Refusal, unauthenticated } from '../../rules/errors.ts'
import { lifetimes } from '../../rules/limits.ts'
import { asSeconds } from '../../rules/units.ts'

export const isUnknownClient = (error: unknown): boolean =>
  (error instanceof client.ResponseBodyError && error.error === 'invalid_client') ||
  error instanceof client.WWWAuthenticateChallengeError

const retrySoon = { retry_after_seconds: asSeconds(lifetimes.providerRetry) }

/** Turns an error in talking to the provider into a refusal for the person; the cause goes to the log only. */
export function asRefusal(host: string, error: unknown): Refusal {
  if (error instanceof Refusal) return error
  if (error instanceof client.AuthorizationResponseError) return notSignedIn(host, error)
  if (isUnknownClient(error)) {
    return busy(
      'in_flight',
      `${host} does not know this server: what it was given to sign in with (OIDC_CLIENT_ID, OIDC_CLIENT_SECRET) is not right there. Tell whoever runs it.`,
      retrySoon,
      error,
    )
  }
  if (error instanceof client.ResponseBodyError) {
    return invalid('code', 'That sign-in is too old, or was used already. Begin again.', {}, error)
  }
  const code = (error as { readonly code?: unknown }).code
  if (code === 'OAUTH_JWT_TIMESTAMP_CHECK_FAILED') {
    return invalid(
      'code',
      `The clock of ${host} and the one here are too far apart to tell whether this sign-in is a new one. Tell whoever runs this server.`,
      {},
      error,
    )
  }
  if (typeof code === 'string' && untrustworthy.test(code)) {
    return notTrusted(host, error)
  }
  return busy(
    'in_flight',
    `${host}, where people sign in, does not answer as it should right now. Try again in a moment.`,
    retrySoon,
    error,
  )
}

export const notTrusted = (host: string, error?: unknown): Refusal =>
  invalid('code', `What ${host} answered cannot be trusted, so nobody was signed in. Begin again.`, {}, error)

/** Answers that are neither missing nor broken but could be forged. */
const untrustworthy = /INVALID_RESPONSE|JWT_CLAIM|JSON_ATTRIBUTE|KEY_SELECTION|UNSUPPORTED/

function notSignedIn(host: string, error: client.AuthorizationResponseError): Refusal {
  if (error.error === 'access_denied') {
    return unauthenticated('no_key', `You did not sign in at ${host}, so you are not signed in here.`, {}, error)
  }
  if (/^(?:server_error|temporarily_unavailable)$/.test(error.error)) {
    return busy('in_flight', `${host} cannot sign people in right now. Try again in a moment.`, retrySoon, error)
  }
  const named = /^[a-z_]{1,40}$/.test(error.error) ? ` It said: ${error.error}.` : ''
  return invalid('code', `${host} did not sign you in.${named} Begin again.`, {}, error)
}

/** Returns the parts of an error that may be logged: its kinds, and nothing that was sent. */
export function faultOf(fault: unknown): Readonly<Record<string, unknown>> {
  if (!(fault instanceof Error)) return {}
  const { message, cause } = fault
  const { code, error } = fault as { readonly code?: unknown; readonly error?: unknown }
  const below = cause instanceof Error ? ((cause as NodeJS.ErrnoException).code ?? cause.message) : undefined
  return { fault: message, code, error, below }
}
