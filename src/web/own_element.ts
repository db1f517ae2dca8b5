/** Makes an element of this script's own; a redraw of the page leaves it. */
export function ownElement<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  className: string,
  ...inside: (Node | string)[]
): HTMLElementTagNameMap[Tag] {
  const made = document.createElement(tag)
  made.className = className
  made.dataset['own'] = ''
  made.append(...inside)
  return made
}
