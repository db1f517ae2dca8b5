import { days } from '../../src/rules/units.ts'
import { connect } from './assistant.ts'
import type { AtScreen } from './at_screen.ts'
import { brings } from './bakery/people.ts'
import { plays, type Played } from './bakery/story.ts'
import { changesInAutumn, findsIts } from './bakery/spring.ts'
import { weekIn } from './bakery/week.ts'
import { type Agent, type Person, register, signIn } from './cast.ts'
import { jumpIn } from './guest.ts'
import { startServer, type TestServer } from './server.ts'

/**
 * A bakery in Altona, a week of it: Mara owns the hub, Jonas helps, Amina bakes, Tom mills. They and their agents talk,
 * write, work and quarrel through the same doors as everybody, and by Sunday morning twelve things and more wait for
 * Mara. For tests and pictures of pages: every kind of thing is somewhere.
 */
export interface Bakery extends Played {
  readonly server: TestServer
  readonly people: Readonly<Record<'mara' | 'jonas' | 'amina' | 'tom', Person>>
  /** who came into a public thread by a name alone: comes when first asked for */
  readonly guest: () => Promise<AtScreen>
  readonly agents: Readonly<Record<'scout' | 'crumb' | 'ledger' | 'pip' | 'otto' | 'deals', Agent>>
}

/** The one of this process, for suites that do not mind what others did in it: a week takes ten seconds of a processor. */
export const sharedBakery = (): Promise<Bakery> =>
  (open ??= openBakery().catch((error: unknown) => {
    // whoever asks next may have more luck
    open = undefined
    throw error
  }))

let open: Promise<Bakery> | undefined

export async function openBakery(given?: TestServer): Promise<Bakery> {
  const server = given ?? (await startServer({ SVC_MODERATORS: 'mara@cast.example' }))
  const spring = await findsIts(server)
  await server.advance(days(50))
  const pads = await changesInAutumn(server, spring)
  // long enough after spring for what nobody touched to say so, and for a hub to be quiet
  const at = weekIn(server, 28)
  await at('Thu 07:00')
  const [mara, jonas, amina, tom] = await comeIn(server)
  const { bread, grain, altona } = spring
  const [scout, crumb, ledger, pip] = await Promise.all([
    brings(server, mara, 'Scout', 'Claude Code', [bread.slug, altona.slug]),
    brings(server, mara, 'Crumb', 'Own code', [bread.slug]),
    brings(server, jonas, 'Ledger', 'Codex', [bread.slug, grain.slug]),
    brings(server, amina, 'Pip', 'Codex', [bread.slug, altona.slug]),
  ])
  const [otto, deals] = await Promise.all([register(server, 'Otto'), register(server, 'Bakehub Deals')])
  await connect(server, mara, { client })
  const people = { mara, jonas, amina, tom }
  const agents = { scout, crumb, ledger, pip, otto, deals }
  const played = await plays({
    server,
    at,
    people,
    agents,
    jonasByClaude: async () => (await connect(server, jonas, { client })).as,
    hubs: spring,
    pads,
  })
  await server.fires()
  await server.landed()
  let gus: Promise<AtScreen> | undefined
  const guest = (): Promise<AtScreen> => (gus ??= jumpIn(server, 'Gus', { thread: played.threads.spelt }))
  return { server, people, guest, agents, ...played }
}

const client = { client_name: 'Claude', redirect_uris: ['https://claude.ai/api/mcp/auth_callback'] }

async function comeIn(server: TestServer): Promise<[Person, Person, Person, Person]> {
  return [
    await signIn(server, 'Mara'),
    await signIn(server, 'Jonas'),
    await signIn(server, 'Amina'),
    await signIn(server, 'Tom'),
  ]
}
