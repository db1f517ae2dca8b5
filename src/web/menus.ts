/** A menu that opens beyond the edge of the window, or behind the places at the thumb, is scrolled to. */
export function showMenus(): void {
  const opened = ({ target }: Event): void => {
    if (target instanceof HTMLDetailsElement && target.open && target.matches('.menu'))
      target.lastElementChild?.scrollIntoView({ block: 'nearest' })
  }
  // the event does not bubble
  document.addEventListener('toggle', opened, true)
}
