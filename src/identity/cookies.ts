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
  /** seconds; 0 deletes the cookie */
  readonly maxAge: number
}

/** Builds a Set-Cookie header. SameSite=Lax: sent when a link from another site is followed, not with its forms. */
export const setCookie = (
  { name, value, path, maxAge }: Cookie,
  /** the canonical origin; over https the cookie is Secure */
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
