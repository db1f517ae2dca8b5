import type { Person } from '../../support/cast.ts'
import { type Guest, inBrowser } from '../../support/guest.ts'
import type { TestServer } from '../../support/server.ts'

/** A person of the cast at the web app. */
export async function atScreen(server: TestServer, person: Person): Promise<Guest> {
  const { body } = await person.settings('credentials')
  return inBrowser(server, person.session, { id: body['profile'].id, name: person.name })
}
