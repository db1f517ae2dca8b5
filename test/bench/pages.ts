import { startGenerator } from './load/generator.ts'
import { connectTo } from './load/connection.ts'
import { openPlace, type Place } from './place.ts'
import { signIn } from './reader.ts'
import { madeOn } from './report.ts'
import { openSide, type Side } from './scale.ts'
import { seedDesk } from './seed/desk.ts'
import { sizes } from './seed/scale.ts'
import { type Pace, sideBySide } from './side_by_side.ts'

/** What a signed-in page may take, milliseconds. */
const toReach = 30

/** Pages for somebody signed in who owns the hub and was away: a small place beside a large one. Gives a Markdown table. */
export async function pages(say: (line: string) => void, pace: Pace): Promise<string> {
  const places = await Promise.all([openPlace(say), openPlace(say)])
  const generator = startGenerator()
  try {
    const [small, large] = [await openSide(places[0], sizes.small, say), await openSide(places[1], sizes.large, say)]
    const cookies = { small: await comesBack(small, places[0]), large: await comesBack(large, places[1]) }
    const lines = [
      '| Signed-in page | 1,000 posts, p50 | 1,000,000 posts, p50 | to reach |  |',
      '| --- | ---: | ---: | ---: | --- |',
    ]
    for (const [name, pathOf] of Object.entries(shown)) {
      const side = (one: Side, cookie: string) => ({
        port: one.port,
        connections: 1,
        requests: { kind: 'page', path: pathOf(one), accept: 'text/html', cookie } as const,
        expect: 200,
      })
      const took = await sideBySide(
        generator,
        { small: side(small, cookies.small), large: side(large, cookies.large) },
        pace,
      )
      const reached = took.large.p50 <= toReach ? 'yes' : '**no**'
      lines.push(
        `| ${name} | ${took.small.p50.toFixed(1)} ms | ${took.large.p50.toFixed(1)} ms | at most ${toReach} ms | ${reached} |`,
      )
      say(lines.at(-1) as string)
    }
    return `${lines.join('\n')}\n\n${madeOn(places[0].versions)}`
  } finally {
    generator.stop()
    for (const place of places) await place.stop()
  }
}

const shown: Readonly<Record<string, (side: Side) => string>> = {
  Home: () => '/',
  'a hub': ({ slug }) => `/h/${slug}`,
  'the longest thread': ({ thread }) => `/t/${thread}`,
  'a pad of 60,000 characters': ({ pad }) => `/p/${pad.id}`,
  'its history': ({ pad }) => `/p/${pad.id}?history`,
  'its editor': ({ pad }) => `/p/${pad.id}?edit`,
  Inbox: () => '/inbox',
  Tasks: () => '/tasks',
  Settings: () => '/settings',
}

const threadsRead = 60

const owner = 'person1'

/** The owner, who had read everything, and whose agent left them something to decide. Gives the Cookie header. */
async function comesBack(side: Side, place: Place): Promise<string> {
  const cookie = await signIn(side.port)
  const sql = place.open(place.databaseUrl)
  const threads = await sql<{ id: string }[]>`select id from thread order by id desc limit ${threadsRead}`
  await sql`
    insert into read_mark (participant_id, scope_id, seq, at)
    select participant.id, thread.id, thread.last_seq, thread.updated_at from thread, participant
    where participant.handle = ${owner}`
  await sql`analyze read_mark`
  const connection = await connectTo(side.port)
  await seedDesk(connection, side, { threads: threads.map(({ id }) => id), cookie, handle: `@${owner}` })
  connection.close()
  return cookie
}
