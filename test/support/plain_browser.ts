import { type Form, formOf, formsOf, sentBy, type Wanted } from './forms.ts'
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

/** What is pressed: the button's words; of several such, the one whose form is wanted. */
export type Pressed = Wanted & { readonly button: string }

/** Somebody's browser that runs no script: it opens addresses and sends the forms of pages with their own fields. */
export function plainBrowser({ url }: Pick<TestServer, 'url'>, session?: string) {
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
    const wanted = typeof pressed === 'string' ? { button: pressed } : pressed
    const form = formOf(page.text, wanted)
    const unknown = Object.keys(fill).filter((name) => !form.fields.has(name))
    if (unknown.length > 0) throw new Error(`the form with “${wanted.button}” has no field ${unknown.join(', ')}`)
    const body = sentBy(form, wanted.button)
    for (const [name, value] of Object.entries(fill)) body.set(name, value)
    const to = form.action ?? page.path
    if (form.method === 'get') return open(`${to}?${body.toString()}`)
    const response = await fetch(url + to, {
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

/** A page from which one goes on: to another address, or by a button. */
export interface Reader extends Shown {
  open(path: string): Promise<Reader>
  press(pressed: string | Pressed, fill?: Readonly<Record<string, string>>): Promise<Reader>
  has(button: string): boolean
}

/** A browser before it opens its first page; without a session nobody is signed in. */
export function reader(server: Pick<TestServer, 'url'>, session?: string): Reader {
  const browser = plainBrowser(server, session)
  const at = (page: Shown): Reader => ({
    ...page,
    open: async (path) => at(await browser.open(path)),
    press: async (pressed, fill) => at(await browser.press(page, pressed, fill)),
    has: (button) => offered(page).includes(button),
  })
  return at({ path: '/', status: 0, text: '', forms: [] })
}

/** The words of all buttons of a page. */
export const offered = ({ forms }: Shown): string[] => forms.flatMap(({ buttons }) => buttons.map(({ words }) => words))
