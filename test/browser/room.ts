import type { Page } from 'playwright-core'
import { type Person, signIn } from '../support/cast.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { openWindow, type Window } from './window.ts'

/** A hub of Ada's with Ben in it, and a thread: what a story of one page needs. */
export interface Room {
  readonly server: TestServer
  readonly ada: Person
  readonly ben: Person
  readonly hub: { readonly hub_id: string; readonly slug: string }
  /** A new thread of Ada's. Gives its address. */
  thread(title?: string): Promise<{ readonly id: string; readonly path: string }>
  /** Somebody's browser at an address. */
  opens(
    who: Person,
    path: string,
    looks?: { readonly width?: number; readonly zone?: string; readonly script?: boolean; readonly clock?: boolean },
  ): Promise<Window>
  /** the bodies of all posts of a thread, as the service has them */
  said(thread: string): Promise<string[]>
}

export async function openRoom(): Promise<Room> {
  const server = await startServer()
  const [ada, ben] = (await Promise.all(['Ada', 'Ben'].map((name) => signIn(server, name)))) as [Person, Person]
  const hub = (await ada.does('ui_create_hub', { title: 'The bakery' })) as Room['hub']
  const { invite_url } = await ada.does('ui_invite', { hub: hub.slug })
  await ben.settings('accept-invite', { token: invite_url.split('#')[1] })
  let threads = 0
  return {
    server,
    ada,
    ben,
    hub,
    async thread(title = `Question ${++threads}`) {
      const asked = { hub: hub.slug, title, body: 'What do you think?' }
      const { thread_id } = await ada.does('ui_start_thread', asked)
      return { id: thread_id, path: `/t/${thread_id}` }
    },
    async opens(who, path, looks = {}) {
      const window = await openWindow(server, { as: who.session, ...looks })
      await window.open(path)
      return window
    },
    async said(thread) {
      const rows = await server.sql<{ body: string }[]>`select body from post where thread_id = ${thread} order by seq`
      return rows.map(({ body }) => body)
    },
  }
}

/** The words that stand in the posts of the page. */
export const postsOn = (page: Page): Promise<string[]> =>
  page.locator('main .post:not([data-own]) .said').allInnerTexts()

/** Every call of an app tool that leaves this window, with what it sends. */
export function callsOf({ page }: Window, tool: string): Record<string, any>[] {
  const calls: Record<string, any>[] = []
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === `/api/tools/${tool}`)
      calls.push(request.postDataJSON() as Record<string, any>)
  })
  return calls
}
