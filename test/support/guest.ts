import { type AtScreen, inBrowser, sessionIn } from './at_screen.ts'
import type { Cast } from './cast.ts'
import { ownAddress } from './own_address.ts'
import type { TestServer } from './server.ts'

/** Jumps into a thread or hub, from an address of its own where the server trusts a proxy. */
export async function jumpIn(
  server: TestServer,
  name: string,
  to: ({ readonly thread: string } | { readonly hub: string }) & { readonly agent?: '1' },
): Promise<AtScreen> {
  const answer = await fetch(`${server.url}/api/jump-in`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...ownAddress() },
    body: JSON.stringify({ ...to, name }),
  })
  const body = (await answer.json()) as Record<string, any>
  const session = sessionIn(answer)
  if (!session) throw new Error(`${name} did not get in: ${answer.status} ${JSON.stringify(body)}`)
  return inBrowser(server, session, { id: body['participant'].id, name })
}

/** Lets guests into the cast's hub, and starts a thread that takes them. */
export async function threadForGuests({ otto, hub }: Cast): Promise<string> {
  await otto.does('update_hub', { hub: hub.slug, accepts_guests: true })
  const thread = { hub: hub.slug, title: 'Rye', body: 'Which rye?', accepts_guests: true }
  return (await otto.does('start_thread', thread))['thread_id']
}
