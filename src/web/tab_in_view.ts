/** Scrolls a row of tabs that is wider than the window to the current one. */
export function showTab(): void {
  for (const tab of document.querySelectorAll<HTMLElement>('.tabs [aria-current]')) {
    const row = tab.parentElement
    if (row) row.scrollLeft = tab.offsetLeft - row.offsetLeft - (row.clientWidth - tab.offsetWidth) / 2
  }
}
