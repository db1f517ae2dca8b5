import type { BrowserContext, Page } from 'playwright-core'
import type { TestServer } from '../support/server.ts'
import { browser, patience } from './chromium.ts'

export const widths = { wide: 1280, phone: 390, narrow: 320 } as const
export const themes = ['light', 'dark'] as const
export type Theme = (typeof themes)[number]

interface Looks {
  /** the session cookie, as `name=value`; left out: signed out */
  readonly as?: string | undefined
  readonly width?: number
  readonly theme?: Theme
  /** false: a browser that runs no scripts */
  readonly script?: boolean
  /** the reader's zone */
  readonly zone?: string
}

/** One window of somebody's browser, with everything that went wrong in it. */
export interface Window {
  readonly page: Page
  readonly context: BrowserContext
  /** errors of the console and of scripts, what the page's policy refused, what could not be loaded: none is right */
  readonly faults: readonly string[]
  /** Goes to an address of the server's and waits until its scripts have taken it up. Gives the status. */
  readonly open: (path: string) => Promise<number>
  /** A second window of the same person: it shares cookies and storage. */
  readonly another: () => Promise<Window>
  readonly close: () => Promise<void>
}

export async function openWindow(server: TestServer, looks: Looks = {}): Promise<Window> {
  const { as, width = widths.wide, theme = 'light', script = true, zone = 'Europe/Berlin' } = looks
  const context = await (await browser()).newContext({
    baseURL: server.url,
    viewport: { width, height: width > 600 ? 900 : 844 },
    colorScheme: theme,
    javaScriptEnabled: script,
    timezoneId: zone,
    locale: 'en-GB',
    reducedMotion: 'reduce',
  })
  context.setDefaultTimeout(patience)
  context.setDefaultNavigationTimeout(patience)
  if (as !== undefined) {
    const [name = '', value = ''] = as.split('=')
    await context.addCookies([{ name, value, url: server.url }])
  }
  // the browser's clock goes with the service's, which the test clock moved
  await context.addInitScript(clockAhead, server.parts.clock.ahead)
  return windowIn(context)
}

async function windowIn(context: BrowserContext): Promise<Window> {
  const page = await context.newPage()
  const faults = faultsOf(page)
  return {
    page,
    context,
    faults,
    async open(path) {
      const answer = await page.goto(path, { waitUntil: 'load' })
      if (!answer) throw new Error(`${path} gave no answer`)
      return answer.status()
    },
    another: () => windowIn(context),
    close: () => context.close(),
  }
}

/** Chromium says all of these in the console too, but for what left before it was answered. */
function faultsOf(page: Page): readonly string[] {
  const faults: string[] = []
  page.on('console', (message) => {
    // the status of the page itself is what it was asked for
    const ofPage = message.location().url === page.url() && message.text().startsWith('Failed to load resource')
    if (message.type() === 'error' && !ofPage) faults.push(`${page.url()}: ${message.text()}`)
  })
  page.on('pageerror', (error) => faults.push(`${page.url()}: ${error.stack ?? error.message}`))
  page.on('requestfailed', (request) => {
    const why = request.failure()?.errorText
    // a page that is left takes its requests along
    if (why !== 'net::ERR_ABORTED') faults.push(`${request.method()} ${request.url()}: ${why}`)
  })
  return faults
}

/** Runs in the page: `Date` shows the service's time. */
function clockAhead(ahead: number): void {
  const Wall = Date
  const now = (): number => Wall.now() + ahead
  globalThis.Date = new Proxy(Wall, {
    construct: (target, args, as) => Reflect.construct(target, args.length > 0 ? args : [now()], as),
    apply: () => new Wall(now()).toString(),
    get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
  })
}
