import type { Sql } from '../../sql/client.ts'
import { startGenerator } from './load/generator.ts'
import { openPlace } from './place.ts'
import { madeOn } from './report.ts'
import { openSide, type Side } from './scale.ts'
import { sizes } from './seed/scale.ts'
import { type Pace, sideBySide } from './side_by_side.ts'

/** What a signed-in page may take, milliseconds. */
const toReach = 30

/** Pages for somebody signed in, who owns the hub: a small place beside a large one. Gives a Markdown table. */
export async function pages(say: (line: string) => void, pace: Pace): Promise<string> {
  const places = await Promise.all([openPlace(say), openPlace(say)])
  const generator = startGenerator()
  try {
    const [small, large] = [await openSide(places[0], sizes.small, say), await openSide(places[1], sizes.large, say)]
    const cookies = {
      small: await ownerOf(small, places[0].open(places[0].databaseUrl)),
      large: await ownerOf(large, places[1].open(places[1].databaseUrl)),
    }
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

/** Signs somebody in and hands them the hub. Gives the Cookie header. */
async function ownerOf({ port, slug }: Side, sql: Sql): Promise<string> {
  const answer = await fetch(`http://localhost:${port}/signin`, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ name: 'Reader', email: 'reader@example.org' }),
  })
  const [cookie] = (answer.headers.getSetCookie()[0] ?? '').split(';')
  if (!cookie) throw new Error(`nobody was signed in: ${answer.status}`)
  await sql`
    update seat set participant_id = (select id from participant where name = 'Reader')
    where role = 'owner' and scope_id = (select id from hub where slug = ${slug})`
  return cookie
}
