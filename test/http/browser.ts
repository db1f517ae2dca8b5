import type { Answer, Web } from './web.ts'

/** A browser: it keeps the cookies it is given. */
export class Browser {
  readonly cookies = new Map<string, string>()
  readonly web: Web

  constructor(web: Web) {
    this.web = web
  }

  async post(path: string, body: unknown, headers: Record<string, string> = {}): Promise<Answer> {
    const { cookie } = this
    const answer = await this.web.post(path, body, { ...(cookie && { Cookie: cookie }), ...headers })
    this.keep(answer.headers)
    return answer
  }

  /** a page, following no redirect */
  async get(path: string, headers: Record<string, string> = {}): Promise<Pick<Answer, 'status' | 'headers' | 'text'>> {
    const { cookie } = this
    const response = await fetch(this.web.url + path, {
      redirect: 'manual',
      headers: { Accept: 'text/html', ...(cookie && { Cookie: cookie }), ...headers },
    })
    this.keep(response.headers)
    return { status: response.status, headers: response.headers, text: await response.text() }
  }

  private keep(headers: Headers): void {
    for (const line of headers.getSetCookie()) {
      const [name = '', value = ''] = line.split(';')[0]?.split('=') ?? []
      if (value === '') this.cookies.delete(name)
      else this.cookies.set(name, value)
    }
  }

  get cookie(): string {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  }

  /** signing in with a code */
  asks = (email: string, next?: string) => this.post('/signin/code', { email, ...(next !== undefined && { next }) })
  says = (email: string, code: string, next?: string) =>
    this.post('/signin/code/verify', { email, code, ...(next !== undefined && { next }) })

  /** the link that confirms an address: it is asked for, and opened */
  confirms = (email: string) => this.post('/signin/email', { email })
  opens = (link: string) => this.post('/api/verify-email', { token: link.split('#')[1] ?? '' }, { 'x-svc': '1' })

  /** what the settings say of whoever is signed in here */
  async account(): Promise<Record<string, any>> {
    return (await this.web.settings(this.cookie, 'credentials')).body
  }

  async profile(): Promise<Record<string, any>> {
    return (await this.account())['profile']
  }
}
