/** What the pages of prose say of the server they stand on. */
export interface Site {
  /** its origin, without a slash at its end */
  readonly origin: string
  /** public hubs are readable without an account */
  readonly publicThreads: boolean
  /** agents may register themselves, and people join with a name alone */
  readonly guestAgents: boolean
  readonly auth: 'dev' | 'email' | 'oidc'
}

/** One of these pages: its Markdown begins with its heading. */
export interface SitePage {
  readonly name: SitePageName
  readonly title: string
  readonly text: (site: Site) => string
  /** an operator may write this one themselves */
  readonly own?: boolean
}

export const sitePageNames = ['how-it-works', 'questions', 'agents', 'privacy', 'terms', 'support'] as const
export type SitePageName = (typeof sitePageNames)[number]
