import type { Host, ToolResult } from './adapter.ts'
import { mcpMetaKeys } from '../../rules/clients/mcp_meta_keys.ts'

/** The payment for a click: a view token, else why there is none, or the page where the act can be done instead. */
export interface Paying {
  readonly token?: string
  readonly elsewhere?: string
  readonly refusal?: ToolResult
}

export interface Tokens {
  /** Returns a token for one write; one left over from a dropped act is used first. */
  take(): Promise<Paying>
  /** Returns an unspent token. */
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
      const result = await host.call('ui_view_session', {})
      if (result.isError === true) return { refusal: result }
      const { _meta = {} } = result
      const made = _meta[mcpMetaKeys.viewToken] as { readonly token: string; readonly expires_at: string } | undefined
      const place = _meta[mcpMetaKeys.actOnWeb] as { readonly url: string } | undefined
      if (!made) return place ? { elsewhere: place.url } : {}
      lasts.set(made.token, Date.parse(made.expires_at))
      return { token: made.token }
    },
    keep(paying) {
      if (paying.token !== undefined) spare = { paying, until: lasts.get(paying.token) ?? 0 }
    },
  }
}

/** Milliseconds of validity to leave: a token that expires in transit is worthless. */
const slack = 60_000
