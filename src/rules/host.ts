const host = /^(\[[0-9a-f:.]+\]|[^\s:,/@?#[\]*]+)(?::(\d{1,5}))?$/i

/** A name or address, with or without a port. */
export function isHost(text: string): boolean {
  const parts = host.exec(text)
  return parts !== null && Number(parts[2] ?? 0) <= 65_535
}

/** host:port in lower case, with the default port added when absent; undefined for text that is no host. */
export function hostAndPort(text: string, defaultPort: string): string | undefined {
  const parts = host.exec(text)
  if (!parts?.[1]) return undefined
  return `${parts[1].toLowerCase().replace(/\.$/, '')}:${parts[2] ?? defaultPort}`
}
