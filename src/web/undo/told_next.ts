import { keepInTab, keptInTab } from '../kept_in_tab.ts'
import type { OnPage } from '../on_page.ts'

/** The message of an act, shown on the page that it leads to. */
export function tellNext(words: string | undefined): void {
  if (words !== undefined) keepInTab(kept, words)
}

export function tellKept({ tell }: OnPage): void {
  const words = keptInTab(kept)
  keepInTab(kept, '')
  if (words !== '') tell(words)
}

const kept = 'told-next'
