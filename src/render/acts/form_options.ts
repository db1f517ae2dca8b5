/** Query options that only open a form on a page; they are dropped once the form was sent. */
export const opening = ['reply', 'quote', 'edit', 'with', 'task', 'report', 'fold', 'invite'] as const

/** The page's own address with its forms closed. */
export function formsClosed(url: string): string {
  const [path = '', query] = url.split('?', 2)
  if (query === undefined) return url
  const asked = new URLSearchParams(query)
  for (const name of opening) asked.delete(name)
  return asked.size === 0 ? path : `${path}?${asked.toString()}`
}
