import type { OnPage } from '../on_page.ts'

/** What an act did, told on the page that it leads to. */
export function tellNext(words: string | undefined): void {
  try {
    if (words !== undefined) sessionStorage.setItem(kept, words)
  } catch {
    // the browser has no storage: the page shows what came of it
  }
}

export function tellKept({ tell }: OnPage): void {
  try {
    const words = sessionStorage.getItem(kept)
    sessionStorage.removeItem(kept)
    if (words !== null) tell(words)
  } catch {
    // nothing was kept
  }
}

const kept = 'told-next'
