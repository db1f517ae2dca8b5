/** Makes an element of this script's own, with plain words in it; a redraw of the page leaves it. */
export function ownElement<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  className: string,
  textContent = '',
): HTMLElementTagNameMap[Tag] {
  const made = Object.assign(document.createElement(tag), { className, textContent })
  made.setAttribute('data-own', '')
  return made
}
