import { setTimeout as pause } from 'node:timers/promises'
import { bodyOf, connectTo } from './load/connection.ts'
import { startGenerator } from './load/generator.ts'
import { type Requests, toolRequest } from './load/requests.ts'
import { days } from '../../src/rules/units.ts'
import { openPlace } from './place.ts'
import { madeOn } from './report.ts'
import { type SeededPad, seedPad } from './seed/pad.ts'
import { indexAll, seedScale, type Size, type Sized, sizes } from './seed/scale.ts'
import { type Pace, sideBySide } from './side_by_side.ts'

export interface Side extends Sized {
  readonly port: number
  readonly pad: SeededPad
  /** of a catch_up that saw all there was */
  readonly cursor: string
}

/** The same calls on a thousand posts and on a million, side by side: p50 of one connection. Gives a Markdown table. */
export async function scale(say: (line: string) => void, pace: Pace): Promise<string> {
  const places = await Promise.all([openPlace(say), openPlace(say)])
  const generator = startGenerator()
  try {
    const small = await openSide(places[0], sizes.small, say)
    const large = await openSide(places[1], sizes.large, say)
    const lines = ['| Call | 1,000 posts, p50 | 1,000,000 posts, p50 | ratio |', '| --- | ---: | ---: | ---: |']
    for (const [name, of] of Object.entries(calls)) {
      const side = (one: Side) => ({ port: one.port, connections: 1, requests: of(one), expect: 200 })
      const { small: less, large: more } = await sideBySide(generator, { small: side(small), large: side(large) }, pace)
      lines.push(`| ${name} | ${ms(less.p50)} | ${ms(more.p50)} | ${(more.p50 / less.p50).toFixed(2)} |`)
      say(lines.at(-1) as string)
    }
    return `${lines.join('\n')}\n\n${madeOn(places[0].versions)}`
  } finally {
    generator.stop()
    for (const place of places) await place.stop()
  }
}

const call =
  (tool: string, args: (side: Side) => object) =>
  (side: Side): Requests => ({ kind: 'call', tool, args: args(side), key: side.key })

/** before the oldest post of either hub, and within what catch_up looks back */
const beforeAll = (): string => new Date(Date.now() - days(12)).toISOString()

/** What they show is as much on both sides; what they do not show differs. */
export const calls: Readonly<Record<string, (side: Side) => Requests>> = {
  'open_thread: the newest posts': call('open_thread', ({ thread }) => ({ thread_id: thread })),
  'open_thread: posts around a seq': call('open_thread', ({ thread }) => ({ thread_id: thread, before_seq: 50 })),
  'open_pad: the text': call('open_pad', ({ pad }) => ({ pad_id: pad.id })),
  'open_pad: the outline': call('open_pad', ({ pad }) => ({ pad_id: pad.id, outline: true })),
  'open_pad: one section': call('open_pad', ({ pad }) => ({ pad_id: pad.id, sections: [pad.section] })),
  'open_pad: what the last edit changed': call('open_pad', ({ pad }) => ({
    pad_id: pad.id,
    since_version: pad.version - 1,
  })),
  open_hub: call('open_hub', ({ slug }) => ({ hub: slug })),
  'show_svc: home': call('show_svc', () => ({})),
  'show_svc: the inbox': call('show_svc', () => ({ after: 0 })),
  // with a beginning and a limit: without them each call goes on where the last one ended, and the small hub has no more
  'catch_up on the hub': call('catch_up', ({ slug }) => ({ hub: slug, since: beforeAll(), limit: 10 })),
  'catch_up on the hub, nothing new': call('catch_up', ({ slug, cursor }) => ({ hub: slug, since: cursor })),
  'search_svc: open threads of all hubs': call('search_svc', () => ({ lane: 'open' })),
  'search_svc: what is new in all hubs': call('search_svc', () => ({ lane: 'new' })),
  'search_svc: a word of every title': call('search_svc', ({ slug }) => ({ query: 'dough', hub: slug })),
  'search_svc: a word of every post': call('search_svc', ({ slug }) => ({ query: 'rested in:posts', hub: slug })),
  'search_svc: a word of few posts': call('search_svc', ({ slug }) => ({ query: 'autolyse in:posts', hub: slug })),
  'search_svc: a word of few posts, in all hubs': call('search_svc', () => ({ query: 'autolyse in:posts' })),
  'search_svc: a word nobody wrote': call('search_svc', ({ slug }) => ({ query: 'zeppelin in:posts', hub: slug })),
  'post_reply into the longest thread': call('post_reply', ({ thread }) => ({ thread_id: thread, body: 'Loaf {n}.' })),
  edit_pad: call('edit_pad', ({ pad }) => ({ pad_id: pad.id, title: 'The long pad, {n}' })),
  start_thread: call('start_thread', ({ slug }) => ({ hub: slug, title: 'Loaf {n}', body: 'How was it?' })),
}

const ms = (milliseconds: number): string => `${milliseconds.toFixed(2)} ms`

export async function openSide(
  place: Awaited<ReturnType<typeof openPlace>>,
  size: Size,
  say: (line: string) => void,
): Promise<Side> {
  const sql = place.open(place.databaseUrl)
  const began = performance.now()
  const sized = await seedScale(sql, size, Date.now())
  const { port } = await place.service()
  const connection = await connectTo(port)
  const answer = async (tool: string, args: object): Promise<Record<string, any>> => {
    const heard = await connection.send(toolRequest(port, tool, `Bearer ${sized.key}`, args))
    if (heard.status !== 200) throw new Error(`${tool} answered ${heard.status}: ${bodyOf(heard).slice(0, 600)}`)
    return (JSON.parse(bodyOf(heard)) as { data: Record<string, any> }).data
  }
  const pad = await seedPad(answer, sized.slug, size)
  await sql`update hub set front_pad_id = ${pad.id} where slug = ${sized.slug}`
  const { cursor } = await answer('catch_up', { hub: sized.slug, since: new Date().toISOString() })
  connection.close()
  await indexAll(sql)
  await sql.end()
  const posts = size.threads * size.postsEach + size.longest
  say(`seeded ${posts} posts in ${((performance.now() - began) / 1000).toFixed(1)} s`)
  await pause(1_000)
  return { ...sized, port, pad, cursor: cursor as string }
}
