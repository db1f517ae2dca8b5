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
  /** true: its time is the test's, by `page.clock` */
  readonly clock?: boolean
  /** true: nobody has it afterwards, for what is done to it stays */
  readonly own?: boolean
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

/** A window costs as much as ten pages. So one that is closed is emptied, and given to whoever asks for such a one next. */
const emptied = new Map<string, Page[]>()

export async function openWindow(server: TestServer, looks: Looks = {}): Promise<Window> {
  const {
    as,
    width = widths.wide,
    theme = 'light',
    script = true,
    zone = 'Europe/Berlin',
    clock = false,
    own = clock,
  } = looks
  const kind = own ? undefined : `${zone} ${script}`
  const again = kind === undefined ? undefined : emptied.get(kind)?.pop()
  const context = again?.context() ?? (await newContext(script, zone))
  if (as !== undefined) {
    const [name = '', value = ''] = as.split('=')
    await context.addCookies([{ name, value, url: server.url }])
  }
  // the browser's clock goes with the service's, which the test clock moved
  const { ahead } = server.parts.clock
  if (clock) await context.clock.install({ time: Date.now() + ahead })
  const shifted = clock || ahead === 0 ? undefined : await context.addInitScript(clockAhead, ahead)
  const window = await windowIn(server, context, again)
  await looksLike(window, width, theme)
  return {
    ...window,
    async close() {
      await shifted?.dispose()
      // one that is just closing fails in the middle of it
      const isEmpty = kind !== undefined && (await empty(server, window, script).catch(() => false))
      if (!isEmpty) return context.close()
      emptied.set(kind, [...(emptied.get(kind) ?? []), window.page])
    },
  }
}

async function newContext(javaScriptEnabled: boolean, timezoneId: string): Promise<BrowserContext> {
  const looks = { locale: 'en-GB', reducedMotion: 'reduce', viewport: { width: widths.wide, height: 900 } } as const
  const context = await (await browser()).newContext({ javaScriptEnabled, timezoneId, ...looks })
  context.setDefaultTimeout(patience)
  context.setDefaultNavigationTimeout(patience)
  return context
}

async function windowIn(server: TestServer, context: BrowserContext, again?: Page): Promise<Window> {
  const page = again ?? (await context.newPage())
  const faults = faultsOf(page)
  return {
    page,
    context,
    faults,
    async open(path) {
      const answer = await page.goto(new URL(path, server.url).href, { waitUntil: 'load' })
      if (!answer) throw new Error(`${path} gave no answer`)
      return answer.status()
    },
    another: () => windowIn(server, context),
    close: () => page.close(),
  }
}

/** Takes from a window all that somebody left in it: false where that cannot be, since it was closed or is not alone. */
async function empty({ url }: TestServer, { page, context }: Window, script: boolean): Promise<boolean> {
  if (page.isClosed() || context.pages().length !== 1) return false
  const nothing = `${url}/nothing`
  // what the page sends when it is left is sent as somebody's
  await page.route(nothing, (route) => route.fulfill({ contentType: 'text/html', body: '' }))
  await page.goto(nothing)
  if (script) await page.evaluate('localStorage.clear(), sessionStorage.clear()')
  await page.goto('about:blank')
  page.removeAllListeners()
  await Promise.all([page.unrouteAll({ behavior: 'ignoreErrors' }), context.clearCookies()])
  return true
}

/** The same page in another light and another width, without loading it again. */
export async function looksLike({ page }: Pick<Window, 'page'>, width: number, theme: Theme): Promise<void> {
  const height = width === widths.wide ? 900 : 844
  const now = page.viewportSize()
  if (now?.width !== width || now.height !== height) await page.setViewportSize({ width, height })
  if (themeOf.get(page) !== theme) await page.emulateMedia({ colorScheme: theme })
  themeOf.set(page, theme)
}

const themeOf = new WeakMap<Page, Theme>()

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
