import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { Registered, Told } from './provider_thread.ts'

/** A real OpenID Connect provider on a free port, in a thread of its own: its clock and its keys are its own. */
export interface TestProvider {
  /** OIDC_ISSUER */
  readonly issuer: string
  tell(what: Told): Promise<void>
  /** Somebody signs in there and agrees. Gives the address that the provider sends them back to. */
  walk(from: string, login: string): Promise<URL>
  /** Somebody turns back instead of signing in. */
  turnBack(from: string): Promise<URL>
  close(): Promise<void>
}

export async function openProvider(): Promise<TestProvider> {
  const thread = new Worker(new URL('./provider_thread.js', import.meta.url), { stdout: true, stderr: true })
  const [issuer] = (await once(thread, 'message')) as [string]

  /** Follows what the provider asks of a browser until it leads away from it; `pages` answers its forms in order. */
  async function follow(from: string, pages: readonly Record<string, string>[]): Promise<URL> {
    const cookies = new Map<string, string>()
    const left = [...pages]
    let at = new URL(from)
    let form: URLSearchParams | undefined
    for (;;) {
      const response = await fetch(at, {
        redirect: 'manual',
        headers: { Cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
        ...(form && { method: 'POST', body: form }),
      })
      for (const line of response.headers.getSetCookie()) {
        const [name = '', value = ''] = line.split(';')[0]?.split('=') ?? []
        cookies.set(name, value)
      }
      const location = response.headers.get('Location')
      form = undefined
      if (location === null) {
        const page = await response.text()
        const next = left.shift()
        if (next === undefined || response.status !== 200) throw new Error(`${at.pathname}: ${response.status} ${page}`)
        if (next['abort'] !== undefined) at = new URL(`${at.href}/abort`)
        else form = new URLSearchParams(next)
        continue
      }
      at = new URL(location, at)
      if (at.origin !== issuer) return at
    }
  }

  return {
    issuer,
    async tell(what) {
      const done = once(thread, 'message')
      thread.postMessage(what)
      await done
    },
    walk: (from, login) => follow(from, [{ prompt: 'login', login, password: 'x' }, { prompt: 'consent' }]),
    turnBack: (from) => follow(from, [{ abort: '1' }]),
    async close() {
      await thread.terminate()
    },
  }
}

export const registered = (redirect: string, more: Partial<Registered> = {}): Registered => ({
  id: 'svc',
  secret: 'a secret of the tests, long enough',
  redirect,
  shownBy: 'client_secret_basic',
  claimsInToken: false,
  ...more,
})
