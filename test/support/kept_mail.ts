import { cronSecret } from './server.ts'

export interface Mailed {
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly at: string
}

/** The mail that a server kept, newest first, as GET /internal/outbox shows it. */
export async function outbox(origin: string): Promise<readonly Mailed[]> {
  const response = await fetch(`${origin}/internal/outbox`, { headers: { Authorization: `Bearer ${cronSecret}` } })
  if (!response.ok) throw new Error(`/internal/outbox answered ${response.status}: ${await response.text()}`)
  return ((await response.json()) as { mail: Mailed[] }).mail
}

/** The newest letter to an address. */
export async function letterTo(origin: string, address: string): Promise<Mailed> {
  const found = (await outbox(origin)).find(({ to }) => to === address)
  if (!found) throw new Error(`nothing was mailed to ${address}`)
  return found
}

export const codeIn = ({ text }: Pick<Mailed, 'text'>): string => /\b\d{6}\b/.exec(text)?.[0] ?? ''
export const linkIn = ({ text }: Pick<Mailed, 'text'>): string =>
  /https?:\S+\/verify#dpv_[\w-]{43}/.exec(text)?.[0] ?? ''
