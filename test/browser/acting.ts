import type { Locator, Page } from 'playwright-core'
import { browser } from '../../src/rules/limits.ts'

type Within = Pick<Page | Locator, 'locator'>

/** The form of an act: by the tool or operation it names, and by what else it says. */
export function form(within: Within, act: string, fields: Readonly<Record<string, string>> = {}): Locator {
  const said = Object.entries({ act, ...fields }).map(([name, value]) => `:has([name="${name}"][value="${value}"])`)
  return within.locator(`form${said.join('')}`)
}

/** Does what leads to another page, and waits until that is there. */
export async function follow(page: Page, leading: () => Promise<void>): Promise<void> {
  await Promise.all([page.waitForEvent('load'), leading()])
}

/** Presses a button where no script runs: the page after it is there, and where it asks once more, that is a yes. */
export async function press(page: Page, form: Locator, name: string): Promise<void> {
  await follow(page, () => form.getByRole('button', { name }).click())
  const sure = page.locator('button[name="sure"]')
  if ((await sure.count()) > 0) await follow(page, () => sure.click())
}

/** Lets the time of a page run until this is seen: what it asks every few seconds it asks again as soon as it is answered. */
export async function hurry(page: Page, asks: string, seen: Locator): Promise<void> {
  while (!(await seen.isVisible())) {
    const answered = page.waitForResponse(asks)
    await page.clock.runFor(browser.linkAnswered)
    await Promise.race([answered, seen.waitFor()])
  }
}
