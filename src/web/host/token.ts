import type { Host } from './adapter.ts'

/** What a click pays with, or where on the web it can be made instead. */
export interface Paying {
  readonly token?: string
  readonly elsewhere?: string
}

export interface Tokens {
  /** One token for one write; the one that an undone act left is taken first. */
  take(): Promise<Paying>
  /** Gives back what was not spent. */
  keep(paying: Paying): void
}

export function openTokens(host: Host): Tokens {
  let spare: { readonly paying: Paying; readonly until: number } | undefined
  const lasts = new Map<string, number>()

  return {
    async take() {
      const kept = spare
      spare = undefined
      if (kept && kept.until > Date.now() + slack) return kept.paying
      const { _meta = {} } = await host.call('ui_view_session', {})
      const made = _meta['svc/viewToken'] as { readonly token: string; readonly expires_at: string } | undefined
      const place = _meta['svc/actOnWeb'] as { readonly url: string } | undefined
      if (!made) return place ? { elsewhere: place.url } : {}
      lasts.set(made.token, Date.parse(made.expires_at))
      return { token: made.token }
    },
    keep(paying) {
      if (paying.token !== undefined) spare = { paying, until: lasts.get(paying.token) ?? 0 }
    },
  }
}

/** A token that ends while it is on its way proves nothing. */
const slack = 60_000
