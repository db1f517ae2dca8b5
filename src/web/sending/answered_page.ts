import type { OnPage } from '../on_page.ts'

/** Fetches the page that the form would lead to without this script. */
export async function answerOf(
  { parsed }: OnPage,
  entries: [string, string][],
): Promise<Document | 'busy' | 'offline'> {
  try {
    const answer = await fetch(location.pathname + location.search, {
      method: 'POST',
      headers: { Accept: 'text/html' },
      body: new URLSearchParams(entries),
    })
    return answer.status >= 500 ? 'busy' : parsed(await answer.text())
  } catch {
    return 'offline'
  }
}

export function focusOnAnswer(): void {
  const answer = document.querySelector<HTMLElement>('main [data-answer], main [role=alert], main .key')
  if (!answer) return
  answer.tabIndex = -1
  answer.focus()
}
