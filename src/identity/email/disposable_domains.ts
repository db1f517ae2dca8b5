import { disposableEmailBlocklistSet } from 'disposable-email-domains-js'

let known: ReadonlySet<string> | undefined

/** Whether the domain of an address, or a parent domain, belongs to a provider of disposable mailboxes. */
export function isDisposable(email: string): boolean {
  known ??= disposableEmailBlocklistSet()
  const labels = (email.split('@').at(-1) ?? '').toLowerCase().split('.')
  return labels.some((_, at) => known?.has(labels.slice(at).join('.')) === true)
}
