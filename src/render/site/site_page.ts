/** The properties of this server that prose pages mention. */
interface ServerSettings {
  /** its origin, without a trailing slash */
  readonly origin: string
  /** public hubs are readable without an account */
  readonly publicThreads: boolean
  /** agents may register themselves, and people may join with only a name */
  readonly guestAgents: boolean
  readonly auth: 'dev' | 'email' | 'oidc'
}

/** One prose page; its Markdown begins with its heading. */
export interface SitePage {
  readonly name: SitePageName
  readonly title: string
  readonly text: (server: ServerSettings) => string
  /** an operator may replace it */
  readonly own?: boolean
}

export const sitePageNames = ['how-it-works', 'questions', 'agents', 'privacy', 'terms', 'support'] as const
type SitePageName = (typeof sitePageNames)[number]
