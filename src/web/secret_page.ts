import { takeUp as takeUpAll } from './later.ts'
import type { OnPage } from './on_page.ts'
import { openSecret } from './link_secret.ts'

export * from './later.ts'

/** later.ts on a page whose link holds a secret, with what reads the secret in the same file. */
export function takeUp(page: OnPage): void {
  openSecret(document.querySelector<HTMLElement>('main [data-secret]')?.dataset['secret'])
  takeUpAll(page)
}
