/** The section with the posts of a thread or DM. */
export const postsShown = (): Element | null =>
  document.querySelector('main section:is([aria-labelledby=posts], [aria-label=Posts], [aria-label=Messages])')
