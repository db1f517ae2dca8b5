import { disposableEmailBlocklistSet } from 'disposable-email-domains-js'

let known: ReadonlySet<string> | undefined

/** Whether an address is at a provider of throw-away mailboxes, or at a name below such a provider's. */
export function isDisposable(email: string): boolean {
  known ??= disposableEmailBlocklistSet()
  const labels = (email.split('@').at(-1) ?? '').toLowerCase().split('.')
  return labels.some((_, at) => known?.has(labels.slice(at).join('.')) === true)
}
