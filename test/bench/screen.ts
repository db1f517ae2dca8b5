import type { Page } from 'playwright-core'
import { browser } from '../browser/chromium.ts'
import { mochaGlobalTeardown } from '../support/stores.ts'
import { bodyOf, connectTo } from './load/connection.ts'
import { toolRequest } from './load/requests.ts'
import { openPlace } from './place.ts'
import { signIn } from './reader.ts'
import { madeOn } from './report.ts'
import { boundRow, table } from './row.ts'
import { seedPeople } from './seed/people.ts'
import { seedHub, seedThreads } from './seed/places.ts'

/** What it may take until nineteen of twenty posts are on the screen, milliseconds. */
const toReach = 300
const posts = 200
/** The first ones find cold caches on both sides, and whatever is compiled. */
const warmUp = 10
const slug = 'screen'

/** From an agent's request until its words are painted where somebody waits with the thread open. Gives a Markdown table. */
export async function screen(say: (line: string) => void): Promise<string> {
  const place = await openPlace(say)
  try {
    const sql = place.open(place.databaseUrl)
    const people = await seedPeople(sql, 20, Date.now())
    const hub = await seedHub(sql, slug, people, Date.now() - 4_000_000)
    const [thread] = await seedThreads(sql, hub, people, { now: Date.now() - 3_600_000, count: 1, posts: 30 })
    const { port } = await place.service()
    const cookie = await signIn(port)
    const page = await openPage(port, `/t/${thread}`, cookie)
    const connection = await connectTo(port)

    const took: number[] = []
    for (let n = 1; n <= warmUp + posts; n += 1) {
      const words = `The loaf of round ${n} is out.`
      const { key } = people[n % people.length] as { key: string }
      const shown = painted(page, words)
      await watches(page)
      const began = Date.now()
      const request = toolRequest(port, 'post_reply', `Bearer ${key}`, { thread_id: thread, body: words })
      const [answer, at] = await Promise.all([connection.send(request), shown])
      if (answer.status !== 200)
        throw new Error(`post_reply answered ${answer.status}: ${bodyOf(answer).slice(0, 300)}`)
      if (n > warmUp) took.push(at - began)
    }
    connection.close()
    const sorted = took.toSorted((a, b) => a - b)
    const at = (share: number): number => sorted[Math.ceil(sorted.length * share) - 1] ?? Number.NaN
    const measure = `an agent's post until it is painted for a waiting reader, ${posts} posts`
    const rows = [
      boundRow(`${measure}, p50`, at(0.5), 'ms', toReach),
      boundRow('the same, p95', at(0.95), 'ms', toReach),
    ]
    return `${table(rows)}\n\n${madeOn(place.versions)}`
  } finally {
    await place.stop()
    await mochaGlobalTeardown()
  }
}

async function openPage(port: number, path: string, cookie: string): Promise<Page> {
  const url = `http://localhost:${port}`
  const context = await (await browser()).newContext({
    viewport: { width: 1280, height: 900 },
    reducedMotion: 'reduce',
  })
  const [name = '', value = ''] = cookie.split('=')
  await context.addCookies([{ name, value, url }])
  const page = await context.newPage()
  await page.goto(url + path, { waitUntil: 'load' })
  await page.locator('html[data-keys]').waitFor({ state: 'attached' })
  return page
}

/** The page waits for what comes: its question is on its way, and nothing is drawn any more. */
const watches = (page: Page): Promise<unknown> =>
  page.evaluate('new Promise((idle) => requestIdleCallback(() => requestIdleCallback(idle)))')

/** When these words were first on the screen, by the machine's clock: two frames on, the change has been painted. */
const painted = (page: Page, words: string): Promise<number> =>
  page.evaluate<number>(`new Promise((seen) => {
    const main = document.querySelector('main')
    const watching = new MutationObserver(() => {
      if (!main.textContent.includes(${JSON.stringify(words)})) return
      watching.disconnect()
      requestAnimationFrame(() => requestAnimationFrame(() => seen(Date.now())))
    })
    watching.observe(main, { childList: true, subtree: true, characterData: true })
  })`)
