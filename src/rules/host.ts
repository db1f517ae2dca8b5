const host = /^(\[[0-9a-f:.]+\]|[^\s:,/@?#[\]]+)(?::(\d{1,5}))?$/i

/** A name or address, with or without a port. */
export const isHost = (text: string): boolean => host.test(text)

/** host:port in lower case, with the default port added when absent; undefined for text that is no host. */
export function hostAndPort(text: string, defaultPort: string): string | undefined {
  const parts = host.exec(text)
  if (!parts?.[1]) return undefined
  return `${parts[1].toLowerCase().replace(/\.$/, '')}:${parts[2] ?? defaultPort}`
}
