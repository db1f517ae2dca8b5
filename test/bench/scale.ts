import { setTimeout as pause } from 'node:timers/promises'
import { bodyOf, connectTo } from './load/connection.ts'
import { startGenerator } from './load/generator.ts'
import type { Requests } from './load/requests.ts'
import { toolRequest } from './load/requests.ts'
import { openPlace } from './place.ts'
import { madeOn } from './report.ts'
import { seedPad } from './seed/pad.ts'
import { type Size, seedScale, type Sized, sizes } from './seed/scale.ts'
import { type Pace, sideBySide } from './side_by_side.ts'

interface Side extends Sized {
  readonly port: number
  readonly pad: string
  readonly tools: ReadonlySet<string>
}

/** The same reads on a thousand posts and on a million, side by side: p50 of one connection. Gives a Markdown table. */
export async function scale(say: (line: string) => void, pace: Pace): Promise<string> {
  const places = await Promise.all([openPlace(say), openPlace(say)])
  const generator = startGenerator()
  try {
    const [small, large] = (await Promise.all([
      openSide(places[0], sizes.small, say),
      openSide(places[1], sizes.large, say),
    ])) as [Side, Side]
    const lines = ['| Tool | 1,000 posts, p50 | 1,000,000 posts, p50 | ratio |', '| --- | ---: | ---: | ---: |']
    for (const [name, read] of Object.entries(readsOf)) {
      const tool = name.split(' ')[0] as string
      if (!small.tools.has(tool)) {
        lines.push(`| ${name} | not offered | | |`)
        continue
      }
      const side = (of: Side) => ({ port: of.port, connections: 1, requests: request(tool, read(of), of), expect: 200 })
      const played = await sideBySide(generator, { small: side(small), large: side(large) }, pace)
      const { small: less, large: more } = played
      lines.push(`| ${name} | ${ms(less.p50)} | ${ms(more.p50)} | ${(more.p50 / less.p50).toFixed(2)} |`)
      say(lines.at(-1) as string)
    }
    return `${lines.join('\n')}\n\n${madeOn(places[0].versions)}`
  } finally {
    generator.stop()
    for (const place of places) await place.stop()
  }
}

const readsOf: Readonly<Record<string, (side: Side) => object>> = {
  'open_thread (the newest posts)': ({ thread }) => ({ thread_id: thread }),
  'open_thread (from the middle)': ({ thread }) => ({ thread_id: thread, before_seq: 50 }),
  'open_pad (the outline)': ({ pad }) => ({ pad_id: pad }),
  'open_pad (what changed)': ({ pad }) => ({ pad_id: pad, since_version: 3 }),
  open_hub: ({ slug }) => ({ hub: slug }),
  'show_svc (home)': () => ({}),
  'search (a common word)': ({ slug }) => ({ query: 'dough', hub: slug }),
  'search (a rare word)': ({ slug }) => ({ query: 'steam', hub: slug }),
}

const ms = (milliseconds: number): string => `${milliseconds.toFixed(2)} ms`

const request = (tool: string, args: object, { key }: Side): Requests => ({ kind: 'call', tool, args, key })

async function openSide(place: Awaited<ReturnType<typeof openPlace>>, size: Size, say: (line: string) => void) {
  const sql = place.open(place.databaseUrl)
  const began = performance.now()
  const sized = await seedScale(sql, size, Date.now())
  await sql.end()
  const { port } = await place.service()
  const tools = await offered(port, sized.key)
  const connection = await connectTo(port)
  const call = async (tool: string, args: object): Promise<Record<string, any>> => {
    const heard = await connection.send(toolRequest(port, tool, `Bearer ${sized.key}`, args))
    if (heard.status !== 200) throw new Error(`${tool} answered ${heard.status}: ${bodyOf(heard).slice(0, 600)}`)
    return (JSON.parse(bodyOf(heard)) as { data: Record<string, any> }).data
  }
  const pad = await seedPad(call, sized.slug, size)
  connection.close()
  say(
    `seeded ${size.threads * size.postsEach + size.longest} posts in ${((performance.now() - began) / 1000).toFixed(1)} s`,
  )
  await pause(1_000)
  return { ...sized, port, pad, tools }
}

async function offered(port: number, key: string): Promise<ReadonlySet<string>> {
  const answer = await fetch(`http://localhost:${port}/api/v1/tools`, { headers: { authorization: `Bearer ${key}` } })
  const { tools } = (await answer.json()) as { tools: readonly { name: string }[] }
  return new Set(tools.map(({ name }) => name))
}
