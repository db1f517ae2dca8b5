/** Query options that only open a form on a page; they are dropped once the form was sent. */
export const opening = ['reply', 'quote', 'edit', 'with', 'task', 'report', 'fold', 'invite'] as const

/** The page's own address with its forms closed. Who joins to write goes on to the form that this waited for. */
export function formsClosed(url: string, act: string): string {
  const [path = '', query] = url.split('?', 2)
  if (query === undefined || act === 'ui_join_hub') return url
  const asked = new URLSearchParams(query)
  for (const name of opening) asked.delete(name)
  return asked.size === 0 ? path : `${path}?${asked.toString()}`
}
