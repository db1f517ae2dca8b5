/** A form of a page, as a browser without a script has it. */
export interface Form {
  readonly method: 'get' | 'post'
  /** where it is sent; left out: to its page */
  readonly action?: string
  /** what it sends as it stands, before any button adds to it */
  readonly fields: URLSearchParams
  readonly buttons: readonly Button[]
  readonly markup: string
}

export interface Button {
  /** as somebody reads it, without its key */
  readonly words: string
  readonly markup: string
  readonly name?: string
  readonly value: string
}

/** Which form: of an act, with a button of these words, with these fields, with this in its markup. */
export interface Wanted {
  readonly act?: string
  readonly button?: string
  readonly in?: Readonly<Record<string, string>>
  readonly has?: string | undefined
}

/** The first such form of a page; a failure of the test where there is none. */
export function formOf(text: string, wanted: Wanted): Form {
  const forms = formsOf(text)
  const form = forms.find(
    ({ fields, buttons, markup }) =>
      (wanted.act === undefined || fields.get('act') === wanted.act) &&
      (wanted.button === undefined || buttons.some(({ words }) => words === wanted.button)) &&
      Object.entries(wanted.in ?? {}).every(([name, value]) => fields.get(name) === value) &&
      markup.includes(wanted.has ?? ''),
  )
  if (form) return form
  const offered = forms.flatMap(({ fields, buttons }) => buttons.map(({ words }) => `${fields.get('act')}: ${words}`))
  throw new Error(`there is no form ${JSON.stringify(wanted)}, but ${offered.join(', ')}`)
}

/** What it sends when this button is pressed; without one its first, which Enter in a field presses. */
export function sentBy({ fields, buttons }: Form, pressed = buttons[0]?.words): URLSearchParams {
  const button = buttons.find(({ words }) => words === pressed)
  const sent = new URLSearchParams(fields)
  if (button?.name !== undefined) sent.set(button.name, button.value)
  return sent
}

export function formsOf(text: string): Form[] {
  return [...text.matchAll(/<form([^>]*)>([^]*?)<\/form>/g)].map(([markup, head = '', body = '']) => {
    const fields = new URLSearchParams()
    const put = (name: string | undefined, value: string) => name !== undefined && fields.append(name, value)
    for (const [, of = ''] of body.matchAll(/<input([^>]*)>/g)) {
      const type = attribute(of, 'type')
      const chosen = (type !== 'radio' && type !== 'checkbox') || /\schecked/.test(of)
      if (chosen) put(attribute(of, 'name'), attribute(of, 'value') ?? '')
    }
    // a browser drops the line end that follows the tag
    for (const [, of = '', words = ''] of body.matchAll(/<textarea([^>]*)>\n?([^]*?)<\/textarea>/g))
      put(attribute(of, 'name'), decoded(words))
    for (const [, of = '', options = ''] of body.matchAll(/<select([^>]*)>([^]*?)<\/select>/g)) {
      const chosen = /<option([^>]*\sselected[^>]*)>/.exec(options) ?? /<option([^>]*)>/.exec(options)
      put(attribute(of, 'name'), attribute(chosen?.[1] ?? '', 'value') ?? '')
    }
    const buttons = [...body.matchAll(/<button([^>]*)>([^]*?)<\/button>/g)].map(([, of = '', inside = '']): Button => {
      const name = attribute(of, 'name')
      const words = read(inside.replace(/<kbd[^]*?<\/kbd>/, ''))
      return { words, markup: inside, value: attribute(of, 'value') ?? '', ...(name !== undefined && { name }) }
    })
    const action = attribute(head, 'action')
    const method = attribute(head, 'method') === 'post' ? 'post' : 'get'
    return { method, ...(action !== undefined && { action }), fields, buttons, markup }
  })
}

/** Text as somebody reads it. */
export const read = (markup: string): string =>
  decoded(markup.replace(/<head>[^]*?<\/head>/, '').replace(/<[^>]*>/g, ' '))
    .replace(/\s+/g, ' ')
    .trim()

function attribute(attributes: string, name: string): string | undefined {
  const value = new RegExp(`(?:^|\\s)${name}="([^"]*)"`).exec(attributes)?.[1]
  return value === undefined ? undefined : decoded(value)
}

/** Text of markup, without its escapes. */
export const decoded = (text: string): string =>
  text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')
