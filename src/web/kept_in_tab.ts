/** What this tab keeps from page to page. Where the browser has no storage nothing is kept, and each page works by itself. */
export function keepInTab(name: string, words: string): void {
  try {
    sessionStorage.setItem(name, words)
  } catch {
    // no storage
  }
}

/** Empty where nothing is kept. */
export function keptInTab(name: string): string {
  try {
    return sessionStorage.getItem(name) ?? ''
  } catch {
    return ''
  }
}
