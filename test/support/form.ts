import type { TestServer } from './server.ts'

/** A browser without a script: it opens pages, fills in their forms and sends them, and follows where they lead. */
export interface Reader {
  /** the page in front */
  readonly text: string
  readonly status: number
  /** where it is */
  readonly path: string
  open(path: string): Promise<Reader>
  /** Sends the form with this button, as it stands but for what is filled in. */
  press(button: string, fill?: Readonly<Record<string, string>>): Promise<Reader>
  has(button: string): boolean
}

/** `session`: the cookie of whoever sits there; left out, nobody is signed in. */
export function reader({ url }: TestServer, session?: string): Reader {
  const browser = `text/html,application/xhtml+xml,*/*;q=0.8`
  const headers = { Accept: browser, ...(session !== undefined && { Cookie: session }) }

  async function shown(response: Response): Promise<Reader> {
    const led = response.headers.get('location')
    if (led !== null) {
      const next = new URL(led, response.url || url)
      return shown(await fetch(next, { headers, redirect: 'manual' }))
    }
    const { pathname, search } = new URL(response.url)
    return at(pathname + search, response.status, await response.text())
  }

  const at = (path: string, status: number, text: string): Reader => ({
    path,
    status,
    text,
    open: async (next) => shown(await fetch(url + next, { headers, redirect: 'manual' })),
    has: (button) => formWith(text, button) !== undefined,
    async press(button, fill = {}) {
      const form = formWith(text, button)
      if (!form) throw new Error(`no button ${button} on ${path}: ${buttonsOf(text).join(', ')}`)
      const sent: [string, string][] = [
        ...form.fields.filter(([name]) => !Object.hasOwn(fill, name)),
        ...Object.entries(fill),
      ]
      const query = new URLSearchParams(sent)
      if (form.method === 'get')
        return shown(await fetch(`${url}${form.action ?? path}?${query.toString()}`, { headers, redirect: 'manual' }))
      const response = await fetch(url + (form.action ?? path), {
        method: 'POST',
        redirect: 'manual',
        headers: { ...headers, Origin: url },
        body: query,
      })
      return shown(response)
    },
  })

  return at('/', 0, '')
}

interface Form {
  readonly method: string
  readonly action?: string
  readonly fields: readonly [string, string][]
}

const buttons = /<button([^>]*)>(.*?)<\/button>/gs
const buttonsOf = (text: string): string[] => [...text.matchAll(buttons)].map(([, , words = '']) => plain(words))
const plain = (markup: string): string =>
  unescaped(markup.replace(/<kbd.*?<\/kbd>/gs, '').replace(/<[^>]*>/g, '')).trim()

/** The first form with such a button, and what it sends when that is pressed. */
function formWith(text: string, wanted: string): Form | undefined {
  for (const [, head = '', body = ''] of text.matchAll(/<form([^>]*)>(.*?)<\/form>/gs)) {
    const pressed = [...body.matchAll(buttons)].find(([, , words = '']) => plain(words) === wanted)
    if (!pressed) continue
    const action = attribute(head, 'action')
    const own = attribute(pressed[1] ?? '', 'name')
    return {
      method: attribute(head, 'method') ?? 'get',
      ...(action !== undefined && { action }),
      fields: [
        ...fieldsOf(body),
        ...(own === undefined ? [] : [[own, attribute(pressed[1] ?? '', 'value') ?? ''] satisfies [string, string]]),
      ],
    }
  }
  return undefined
}

function fieldsOf(body: string): [string, string][] {
  const fields: [string, string][] = []
  const put = (name: string | undefined, value: string) => name !== undefined && fields.push([name, value])
  for (const [, of = ''] of body.matchAll(/<input([^>]*)>/g)) {
    const type = attribute(of, 'type')
    if ((type === 'radio' || type === 'checkbox') && !/\schecked/.test(of)) continue
    put(attribute(of, 'name'), attribute(of, 'value') ?? '')
  }
  for (const [, of = '', words = ''] of body.matchAll(/<textarea([^>]*)>(.*?)<\/textarea>/gs))
    put(attribute(of, 'name'), unescaped(words))
  for (const [, of = '', options = ''] of body.matchAll(/<select([^>]*)>(.*?)<\/select>/gs)) {
    const all = [...options.matchAll(/<option([^>]*)>/g)].map(([, option = '']) => option)
    const chosen = all.find((option) => /\sselected/.test(option)) ?? all[0] ?? ''
    put(attribute(of, 'name'), attribute(chosen, 'value') ?? '')
  }
  return fields
}

const attribute = (of: string, name: string): string | undefined => {
  const value = new RegExp(`\\s${name}="([^"]*)"`).exec(of)?.[1]
  return value === undefined ? undefined : unescaped(value)
}

const entities: Readonly<Record<string, string>> = {
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&amp;': '&',
}
const unescaped = (text: string): string =>
  text.replace(/&(?:lt|gt|quot|#39|amp);/g, (entity) => entities[entity] ?? entity)
