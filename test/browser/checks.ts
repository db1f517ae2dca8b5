import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'
import { type Window, widths } from './window.ts'

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/**
 * Everything that is wrong with the page in this window, a line each: what axe finds by day and by night, headings out of
 * order, what reaches past the right edge, what the console said. The window is as narrow as the narrowest afterwards.
 */
export async function wrongIn({ page, faults }: Window): Promise<string[]> {
  const width = `${page.viewportSize()?.width} px`
  await page.emulateMedia({ colorScheme: 'light' })
  const byDay = await axe(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  const byNight = await axe(page, ['color-contrast'])
  const order = misordered(await headings(page))
  await page.setViewportSize({ width: widths.narrow, height: 700 })
  return [
    ...byDay.map((line) => `${width}: ${line}`),
    ...byNight.map((line) => `${width}, dark: ${line}`),
    ...order,
    ...(await overflow(page)).map((line) => `${widths.narrow} px: ${line} px too wide`),
    ...new Set(faults),
  ]
}

/** What axe finds against the page as it stands, one line each; an empty list is right. Left out: all its rules. */
export async function axe(page: Pick<Page, 'evaluate'>, rules?: readonly string[]): Promise<string[]> {
  await page.evaluate(axeSource)
  const runOnly = rules
    ? { type: 'rule', values: rules }
    : { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] }
  const { violations } = await page.evaluate<Found>(
    `axe.run(document, ${JSON.stringify({ resultTypes: ['violations'], runOnly })})`,
  )
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.slice(0, 3).map(({ target, failureSummary }) => `${id}: ${help} · ${target.join(' ')} · ${failureSummary}`),
  )
}

interface Found {
  readonly violations: readonly {
    readonly id: string
    readonly help: string
    readonly nodes: readonly { readonly target: readonly string[]; readonly failureSummary: string }[]
  }[]
}

/** What reaches past the window's right edge, and how far. */
const overflow = (page: Page): Promise<string[]> =>
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
  /** everything that it loads, as it travels */
  readonly bytes: number
  /** what the page is made of, and not what its script asks about afterwards */
  readonly requests: readonly string[]
}

/** Opens an address in a window that was never here, and counts. */
export async function firstVisit({ page, open }: Window, path: string): Promise<Visit> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  const requests: string[] = []
  let bytes = 0
  session.on('Network.requestWillBeSent', ({ request, redirectResponse }) => {
    if (request.method === 'GET' && !redirectResponse) requests.push(request.url)
    bytes += redirectResponse?.encodedDataLength ?? 0
  })
  session.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength
  })
  const status = await open(path)
  await session.detach()
  return { status, bytes, requests }
}
