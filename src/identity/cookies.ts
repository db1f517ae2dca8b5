/** The value of a cookie in a Cookie header. */
export function cookieOf(header: string | undefined, wanted: string): string | undefined {
  for (const pair of header?.split(';') ?? []) {
    const [name, value] = pair.trim().split('=', 2)
    if (name === wanted) return value
  }
  return undefined
}

interface Cookie {
  readonly name: string
  readonly value: string
  readonly path: string
  /** seconds; 0 ends it */
  readonly maxAge: number
}

/** A Set-Cookie header. Lax: a link from elsewhere arrives with it, a form from elsewhere does not. */
export const setCookie = (
  { name, value, path, maxAge }: Cookie,
  /** the canonical origin: over https the cookie never leaves it */
  { baseUrl }: { readonly baseUrl: string },
): string =>
  [
    `${name}=${value}`,
    `Path=${path}`,
    `Max-Age=${maxAge}`,
    'HttpOnly',
    'SameSite=Lax',
    ...(baseUrl.startsWith('https:') ? ['Secure'] : []),
  ].join('; ')
