type Trust = (markup: string) => string

interface Policies {
  createPolicy(name: string, rules: { createHTML: Trust }): { createHTML: Trust }
}

let trust: Trust | undefined

/** The only way for scripts to insert markup: from our own origin or templates, which escaped all insertions. */
export function trusted(markup: string): string {
  trust ??= begun()
  return trust(markup)
}

/** A page has one policy; parts loaded later use the page's. */
export function trustAs(ofPage: Trust): void {
  trust = ofPage
}

function begun(): Trust {
  const policies = (globalThis as { readonly trustedTypes?: Policies }).trustedTypes
  const policy = policies?.createPolicy('svc', { createHTML: (text) => text })
  return (markup) => policy?.createHTML(markup) ?? markup
}
