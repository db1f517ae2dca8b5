/** What each form of an answer is sent as. */
export const contentTypes = {
  'text/markdown': 'text/markdown; charset=utf-8',
  'text/html': 'text/html; charset=utf-8',
  'text/plain': 'text/plain; charset=utf-8',
  'text/javascript': 'text/javascript; charset=utf-8',
  'application/json': 'application/json; charset=utf-8',
} as const
