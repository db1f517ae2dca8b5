/** OAuth endpoints answer with OAuth's own body, `{error, error_description}`. */
const oauthErrors = {
  invalid_grant: 400,
  invalid_client: 401,
  invalid_target: 400,
  unsupported_grant_type: 400,
  invalid_redirect_uri: 400,
  invalid_request: 400,
  invalid_scope: 400,
  access_denied: 400,
  unsupported_response_type: 400,
} as const

type OAuthError = keyof typeof oauthErrors

/** A refusal of an OAuth endpoint, sent as OAuth's own body or back to the client by a redirect. */
export class OAuthRefusal extends Error {
  readonly code: OAuthError

  /** `message` is the error_description: printable ASCII without quotes and backslashes (RFC 6749) */
  constructor(code: OAuthError, message: string) {
    super(message)
    this.name = 'OAuthRefusal'
    this.code = code
  }

  get status(): number {
    return oauthErrors[this.code]
  }
}
