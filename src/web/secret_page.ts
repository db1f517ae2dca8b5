import { takeUp as takeUpAll } from './later.ts'
import type { OnPage } from './on_page.ts'
import { openSecret } from './link_secret.ts'

export * from './later.ts'

/** later.ts for a page whose link contains a secret, bundled with the code that reads it. */
export function takeUp(page: OnPage): void {
  openSecret(document.querySelector<HTMLElement>('main [data-secret]')?.dataset['secret'])
  takeUpAll(page)
}
