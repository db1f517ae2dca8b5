import type { TestServer } from './server.ts'

/** A page as a browser without a script has it. */
export interface Shown {
  /** path and query, without the fragment */
  readonly path: string
  /** where the browser would scroll to */
  readonly fragment?: string
  readonly status: number
  readonly text: string
  readonly forms: readonly Form[]
}

export interface Form {
  /** where it posts to; left out: to its page */
  readonly action?: string
  readonly fields: ReadonlyMap<string, string>
  readonly buttons: readonly { readonly words: string; readonly name?: string; readonly value: string }[]
}

/** What is pressed: the button's words; of several such, the one whose form holds these fields. */
export interface Pressed {
  readonly button: string
  readonly in?: Readonly<Record<string, string>>
}

/** Somebody's browser that runs no script: it opens addresses and sends the forms of pages with their own fields. */
export function plainBrowser({ url }: TestServer, session?: string) {
  const headers = { Accept: 'text/html', ...(session !== undefined && { Cookie: session }) }

  async function open(path: string): Promise<Shown> {
    const response = await fetch(url + path, { headers, redirect: 'manual' })
    const location = response.headers.get('Location')
    if (location) return open(location)
    return shown(path, response)
  }

  async function shown(path: string, response: Response): Promise<Shown> {
    const [plain = '', fragment] = path.split('#', 2)
    const text = await response.text()
    return {
      path: plain,
      ...(fragment !== undefined && { fragment }),
      status: response.status,
      text,
      forms: formsOf(text),
    }
  }

  /** Sends a form of a page and goes where it leads. Fields that it does not have cannot be filled. */
  async function press(
    page: Shown,
    pressed: string | Pressed,
    fill: Readonly<Record<string, string>> = {},
  ): Promise<Shown> {
    const { button: words, in: holding = {} } = typeof pressed === 'string' ? { button: pressed } : pressed
    const form = page.forms.find(
      (one) =>
        one.buttons.some((button) => button.words === words) &&
        Object.entries(holding).every(([name, value]) => one.fields.get(name) === value),
    )
    if (!form) throw new Error(`no form with the button “${words}” on ${page.path}: ${offered(page).join(', ')}`)
    const unknown = Object.keys(fill).filter((name) => !form.fields.has(name))
    if (unknown.length > 0) throw new Error(`the form with “${words}” has no field ${unknown.join(', ')}`)
    const button = form.buttons.find((one) => one.words === words)!
    const body = new URLSearchParams([...new Map([...form.fields, ...Object.entries(fill)])])
    if (button.name !== undefined) body.append(button.name, button.value)
    const response = await fetch(url + (form.action ?? page.path), {
      method: 'POST',
      redirect: 'manual',
      headers: { ...headers, Origin: url, 'Content-Type': 'application/x-www-form-urlencoded' },
      body: body.toString(),
    })
    const location = response.headers.get('Location')
    if (location === null) return shown(page.path, response)
    const { pathname, search, hash } = new URL(location, url)
    return open(pathname + search + hash)
  }

  return { open, press }
}

/** The words of all buttons of a page. */
export const offered = ({ forms }: Shown): string[] => forms.flatMap(({ buttons }) => buttons.map(({ words }) => words))

/** Text as somebody reads it. */
export const read = (markup: string): string =>
  decoded(markup.replace(/<head>[^]*?<\/head>/, '').replace(/<[^>]*>/g, ' '))
    .replace(/\s+/g, ' ')
    .trim()

function formsOf(text: string): Form[] {
  return [...text.matchAll(/<form([^>]*)>([^]*?)<\/form>/g)].map(([, head = '', body = '']) => {
    const fields = new Map<string, string>()
    for (const [, attributes = ''] of body.matchAll(/<input([^>]*)>/g)) {
      const type = attribute(attributes, 'type')
      const chosen = (type !== 'radio' && type !== 'checkbox') || /\schecked/.test(attributes)
      const name = attribute(attributes, 'name')
      if (name !== undefined && chosen) fields.set(name, attribute(attributes, 'value') ?? '')
    }
    for (const [, attributes = '', words = ''] of body.matchAll(/<textarea([^>]*)>([^]*?)<\/textarea>/g)) {
      fields.set(attribute(attributes, 'name') ?? '', decoded(words))
    }
    for (const [, attributes = '', options = ''] of body.matchAll(/<select([^>]*)>([^]*?)<\/select>/g)) {
      const chosen = /<option([^>]*\sselected[^>]*)>/.exec(options) ?? /<option([^>]*)>/.exec(options)
      fields.set(attribute(attributes, 'name') ?? '', attribute(chosen?.[1] ?? '', 'value') ?? '')
    }
    const buttons = [...body.matchAll(/<button([^>]*)>([^]*?)<\/button>/g)].map(([, attributes = '', words = '']) => {
      const name = attribute(attributes, 'name')
      return {
        words: read(words.replace(/<kbd[^]*?<\/kbd>/, '')),
        ...(name !== undefined && { name }),
        value: attribute(attributes, 'value') ?? '',
      }
    })
    const action = attribute(head, 'action')
    return { ...(action !== undefined && { action }), fields, buttons }
  })
}

function attribute(attributes: string, name: string): string | undefined {
  const value = new RegExp(`(?:^|\\s)${name}="([^"]*)"`).exec(attributes)?.[1]
  return value === undefined ? undefined : decoded(value)
}

const decoded = (text: string): string =>
  text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')
