import type { IncomingMessage } from 'node:http'

/** Whether the client has what this ETag names, so that 304 without a body is its answer. */
export function isNotModified({ headers }: IncomingMessage, etag: string): boolean {
  const had = headers['if-none-match']
  return had !== undefined && matches(had, etag)
}

/** Compares weakly, as RFC 9110 has it. A value without quotes counts too: agents copy it from the front matter. */
function matches(header: string, etag: string): boolean {
  if (header === etag) return true
  const bare = (value: string): string => value.trim().replace(/^W\//, '').replaceAll('"', '')
  const own = bare(etag)
  return header.split(',').some((value) => value.trim() === '*' || bare(value) === own)
}
