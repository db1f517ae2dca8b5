type Trust = (markup: string) => string

interface Policies {
  createPolicy(name: string, rules: { createHTML: Trust }): { createHTML: Trust }
}

let trust: Trust | undefined

/** The one way markup gets into a page of ours by script: from our own origin or our own templates, which escaped everything in it. */
export function trusted(markup: string): string {
  trust ??= begun()
  return trust(markup)
}

/** There is one policy on a page: a part that is loaded later goes by that of the page. */
export function trustAs(ofPage: Trust): void {
  trust = ofPage
}

function begun(): Trust {
  const policies = (globalThis as { readonly trustedTypes?: Policies }).trustedTypes
  const policy = policies?.createPolicy('svc', { createHTML: (text) => text })
  return (markup) => policy?.createHTML(markup) ?? markup
}
