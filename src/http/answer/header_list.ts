import type { ServerResponse } from 'node:http'

/** Headers as writeHead takes them: names and values in turn. */
export type HeaderList = readonly string[]

export function setAll(res: ServerResponse, headers: HeaderList): void {
  for (let at = 0; at < headers.length; at += 2) res.setHeader(headers[at] as string, headers[at + 1] as string)
}

/** The same headers, with another Cache-Control. */
export const withCacheControl = (headers: HeaderList, value: string): HeaderList =>
  headers.map((one, at) => (at % 2 === 1 && headers[at - 1] === 'Cache-Control' ? value : one))
