import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'
import { until } from '../support/until.ts'
import { patience } from './chromium.ts'
import { looksLike, type Theme, type Window, widths } from './window.ts'

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Everything that is wrong with the page that stands in this window, a line each: an empty list is right. */
export async function wrongIn(window: Window): Promise<string[]> {
  const { page } = window
  const order = misordered(await headings(page))
  const seen: string[] = []
  for (const { width, theme, ...look } of looks) {
    await looksLike(window, width, theme)
    seen.push(...(await axe(page, look)).map((line) => `${width} px, ${theme}: ${line}`))
    if (width === widths.wide && theme === 'light') await page.evaluate(keepUnseen)
  }
  const missed = await tooSmall(page)
  await page.setViewportSize({ width: widths.narrow, height: 700 })
  return [
    ...order,
    ...seen,
    ...missed,
    ...(await overflow(page)).map((line) => `${widths.narrow} px: ${line} px too wide`),
  ]
}

/** What a width or a colour decides; the rest is the same in every look of a page, and read once. */
const colours = ['color-contrast', 'link-in-text-block']
const room = ['target-size', 'scrollable-region-focusable', 'region', 'skip-link', 'label', 'link-name', 'button-name']

interface Looks {
  /** left out: all of axe's */
  readonly rules?: readonly string[]
  /** an expression of the elements to look at; left out: the document */
  readonly at?: string
}

const looks: readonly (Looks & { readonly width: number; readonly theme: Theme })[] = [
  { width: widths.wide, theme: 'light' },
  { width: widths.wide, theme: 'dark', rules: colours },
  { width: widths.phone, theme: 'dark', rules: [...colours, ...room] },
  // by day the colours of all else were seen where it is wide
  { width: widths.phone, theme: 'light', rules: colours, at: 'unseen.filter((one) => one.checkVisibility())' },
]

/** What only a narrow window shows. */
const keepUnseen = `globalThis.unseen = [...document.querySelectorAll('body *')].filter((one) => !one.checkVisibility())`

/** What axe finds against the page as it stands, one line each; an empty list is right. */
export async function axe(page: Pick<Page, 'evaluate'>, { rules, at = 'document' }: Looks = {}): Promise<string[]> {
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(axeSource)
  const runOnly = rules
    ? { type: 'rule', values: rules }
    : { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] }
  const violations = await page.evaluate<Found>(`(async (at) => {
    if (at.length === 0) return []
    const { violations } = await axe.run(at, ${JSON.stringify({ resultTypes: ['violations'], preload: false, runOnly })})
    return violations
  })(${at})`)
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.slice(0, 3).map(({ target, failureSummary }) => `${id}: ${help} · ${target.join(' ')} · ${failureSummary}`),
  )
}

type Found = readonly {
  readonly id: string
  readonly help: string
  readonly nodes: readonly { readonly target: readonly string[]; readonly failureSummary: string }[]
}[]

/**
 * What a thumb misses, in closed menus too: an act or a way through the pages under 44 pixels, another link under 24.
 * A link in running text is as high as its line.
 */
export const tooSmall = (page: Page): Promise<string[]> =>
  page.evaluate<string[]>(`(() => {
    const closed = [...document.querySelectorAll('details:not([open])')]
    for (const one of closed) one.open = true
    const inText = (link) => [...link.parentElement.childNodes].some((one) => one.nodeType === 3 && /\\w{2}/.test(one.data))
    const least = (one) => (one.matches('a:not(.button, nav:not(.chat nav) a, footer a)') ? (inText(one) ? [0, 0] : [0, 24]) : one.matches('nav:not(.yours) a, footer a') ? [0, 44] : [44, 44])
    const small = [...document.querySelectorAll('a[href], button, input:not([type=hidden]), select, textarea, summary')].flatMap((one) => {
      const { width, height, right } = (one.closest('label') ?? one).getBoundingClientRect()
      const [wide, high] = least(one)
      if (!one.checkVisibility() || right <= 0 || (width >= wide - 0.5 && height >= high - 0.5)) return []
      return [one.tagName.toLowerCase() + (one.className && '.' + one.className) + ' “' + (one.innerText || one.name || '').trim().slice(0, 40) + '” is ' + Math.round(width) + ' by ' + Math.round(height) + ' px']
    })
    for (const one of closed) one.open = false
    return small
  })()`)

/** What reaches past the window's right edge, and how far. */
export const overflow = (page: Page): Promise<string[]> =>
  page.evaluate<string[]>(`(() => {
    const wide = document.documentElement.clientWidth
    if (document.documentElement.scrollWidth <= wide) return []
    return [...document.body.querySelectorAll('*')]
      .filter((one) => one.getBoundingClientRect().right > wide + 0.5)
      .map((one) => one.tagName.toLowerCase() + (one.className && '.' + one.className) + ' ' + Math.round(one.getBoundingClientRect().right - wide))
      .slice(0, 5)
  })()`)

/** The levels of the headings, in their order. */
const headings = (page: Page): Promise<number[]> =>
  page.evaluate<number[]>(
    `[...document.querySelectorAll('h1, h2, h3, h4, h5, h6')].map(({ tagName }) => Number(tagName[1]))`,
  )

/** What is wrong with them: exactly one h1, and no level left out on the way down. */
function misordered(levels: readonly number[]): string[] {
  const tops = levels.filter((level) => level === 1).length
  return [
    ...(tops === 1 ? [] : [`${tops} headings of the first level`]),
    ...levels.flatMap((level, i) => {
      const before = levels[i - 1] ?? 0
      return level > before + 1 ? [`h${level} after ${before === 0 ? 'nothing' : `h${before}`}`] : []
    }),
  ]
}

interface Visit {
  readonly status: number
  /** what the page is made of: itself, its style and scripts, and not what they ask about afterwards */
  readonly requests: readonly string[]
  /** all of them as they travel */
  readonly bytes: number
}

/** Opens an address as in a browser that was never here, and counts until its scripts have taken it up. */
export async function firstVisit({ page, open }: Window, path: string): Promise<Visit> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.clearBrowserCache')
  const requests = new Map<string, string>()
  const sizes = new Map<string, number>()
  let redirects = 0
  session.on('Network.requestWillBeSent', ({ requestId, request, type, redirectResponse }) => {
    if (type !== 'Fetch' && type !== 'XHR' && !request.url.startsWith('data:')) requests.set(requestId, request.url)
    redirects += redirectResponse?.encodedDataLength ?? 0
  })
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    sizes.set(requestId, encodedDataLength)
  })
  const status = await open(path)
  await page.locator('html[data-keys]').waitFor({ state: 'attached' })
  const arrived = (): number[] => [...requests.keys()].flatMap((id) => sizes.get(id) ?? [])
  await until(() => arrived().length === requests.size, `${[...requests.values()].join(', ')} arrived`, patience)
  await session.detach()
  return { status, requests: [...requests.values()], bytes: arrived().reduce((sum, size) => sum + size, redirects) }
}
