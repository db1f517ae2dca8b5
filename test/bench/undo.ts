import { setTimeout as pause } from 'node:timers/promises'
import type { Sql } from '../../sql/client.ts'
import { bodyOf, type Connection, connectTo } from './load/connection.ts'
import { toolRequest } from './load/requests.ts'
import { openPlace } from './place.ts'
import { madeOn } from './report.ts'
import { type Person, seedPeople } from './seed/people.ts'
import { seedHub, seedThreads } from './seed/places.ts'

type Call = (tool: string, args: object) => Promise<Record<string, any>>

const writers = 4
/** of the one whose work is undone: spread over many threads, gathered in one, and in one pad between those of others */
const size = { threads: 400, postsEach: 20, gathered: 2_000, edits: 3_000, paragraphs: 200 }
const quiet = 4_000

/** What others' writes wait while all that one id did is taken back, and while nothing is. Gives a Markdown table. */
export async function undoBeside(say: (line: string) => void): Promise<string> {
  const place = await openPlace(say)
  try {
    const sql = place.open(place.databaseUrl)
    const people = await seedPeople(sql, writers + 3, Date.now())
    const [keeper, spammer, , ...others] = people as [Person, Person, Person, ...Person[]]
    const slug = 'undo'
    const hub = await seedHub(sql, slug, people, Date.now() - 4_000_000)
    await sql`update seat set role = 'owner' where scope_id = ${hub} and participant_id = ${keeper.agent}`
    const seeded = { now: Date.now() - 3_600_000 }
    await seedThreads(sql, hub, [spammer], { ...seeded, count: size.threads, posts: size.postsEach })
    await seedThreads(sql, hub, [spammer], { now: seeded.now + size.threads, count: 1, posts: size.gathered })
    // threads of the spammer's own would fold too; these are others'
    await sql`update thread set starter_id = ${keeper.id}, starter_human_id = ${keeper.id}`
    const { port } = await place.service()
    const calls = await Promise.all(people.map(({ key }) => callerOf(port, key)))
    const [keepers, spammers, editors, ...beside] = calls as [Call, Call, Call, ...Call[]]
    const front = await keepers('create_pad', { hub: slug, title: 'Front' })
    await sql`update hub set front_pad_id = ${front['pad_id']}`
    const threads: string[] = []
    for (const n of others.keys()) {
      const { thread_id } = await keepers('start_thread', { hub: slug, title: `Beside ${n}`, body: 'Words' })
      threads.push(thread_id as string)
    }
    const write = (n: number, at: number): Promise<unknown> =>
      (beside[n] as Call)('post_reply', { thread_id: threads[n], body: `Reply ${n} ${at} meanwhile` })

    const lines = [
      '| Job | acts | answered | done | writes beside it | p50 | p99 | longest |',
      '| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |',
    ]
    const row = (job: string, made: Partial<Job>, waits: readonly number[]): void => {
      const cells = [job, made.acts ?? '', shown(made.answered), shown(made.done), waits.length, ...figures(waits)]
      lines.push(`| ${cells.join(' | ')} |`)
      say(lines.at(-1) as string)
    }
    await whileWriting(write, () => pause(1_000))
    const alone = await whileWriting(write, () => pause(quiet))
    row('none', {}, alone.waits)

    const job = () => undoAll(sql, keepers, { hub: slug, participant: spammer.agent })
    const posts = await whileWriting(write, job)
    row(`posts: ${size.threads} threads of ${size.postsEach}, one of ${size.gathered}`, posts.result, posts.waits)

    const pad = await editedByTwo(keepers, spammers, editors, slug, say)
    say(`the pad has version ${pad}`)
    const edits = await whileWriting(write, job)
    row(`a pad with ${size.edits} edits of theirs and as many of others between them`, edits.result, edits.waits)
    const { batch_id } = edits.result
    const back = await whileWriting(write, () => takenBack(sql, keepers, { hub: slug, batch_id }))
    row('the same, brought back', back.result, back.waits)
    return `${lines.join('\n')}\n\n${madeOn(place.versions)}`
  } finally {
    await place.stop()
  }
}

async function callerOf(port: number, key: string): Promise<Call> {
  let connection: Connection = await connectTo(port)
  return async (tool, args) => {
    if (connection.closed) connection = await connectTo(port)
    const heard = await connection.send(toolRequest(port, tool, `Bearer ${key}`, args))
    if (heard.status !== 200) throw new Error(`${tool} answered ${heard.status}: ${bodyOf(heard).slice(0, 600)}`)
    return (JSON.parse(bodyOf(heard)) as { data: Record<string, any> }).data
  }
}

interface Job {
  readonly batch_id: string
  readonly acts: number
  readonly answered: number
  readonly done: number
}

async function undoAll(sql: Sql, call: Call, args: object): Promise<Job> {
  const began = performance.now()
  const { batch_id } = await call('undo_everything', args)
  const answered = performance.now() - began
  for (;;) {
    const [batch] = await sql<{ ended: boolean; acts: number; planned: number }[]>`
      select ended_at is not null as ended, planned, (select count(*)::int from undo_item where batch_id = undo_batch.id) as acts
      from undo_batch where id = ${batch_id}`
    if (batch?.ended && batch.acts >= batch.planned)
      return { batch_id, acts: batch.acts, answered, done: performance.now() - began }
    await pause(50)
  }
}

/** Takes the batch back, and all it had undone with it. */
async function takenBack(sql: Sql, call: Call, { hub, batch_id }: { hub: string; batch_id: string }): Promise<Job> {
  const [batch] = await sql<{ act_id: string }[]>`select act_id from undo_batch where id = ${batch_id}`
  const began = performance.now()
  await call('moderate', { hub, action: 'show', entry: batch?.act_id })
  const answered = performance.now() - began
  for (;;) {
    const [items] = await sql<{ acts: number; left: number }[]>`
      select count(*)::int as acts, count(*) filter (where back is null)::int as left
      from undo_item where batch_id = ${batch_id}`
    if (items?.left === 0) return { batch_id, acts: items.acts, answered, done: performance.now() - began }
    await pause(50)
  }
}

/** Every writer writes one thing after the other as long as the work goes on. */
async function whileWriting<Result>(
  write: (n: number, at: number) => Promise<unknown>,
  work: () => Promise<Result>,
): Promise<{ readonly waits: readonly number[]; readonly result: Result }> {
  const waits: number[] = []
  let going = true
  const writing = Array.from({ length: writers }, async (_, n) => {
    while (going) {
      const sent = performance.now()
      await write(n, sent)
      waits.push(performance.now() - sent)
      await pause(5)
    }
  })
  const result = await work()
  going = false
  await Promise.all(writing)
  return { waits: waits.toSorted((a, b) => a - b), result }
}

/** Two take turns, each in paragraphs of their own, so that all of one comes out from between the other's. */
async function editedByTwo(
  keepers: Call,
  spammers: Call,
  editors: Call,
  hub: string,
  say: (line: string) => void,
): Promise<number> {
  const text = Array.from({ length: size.paragraphs }, (_, n) => `Paragraph ${n}. ${filler}`).join('\n\n')
  const { pad_id } = await keepers('create_pad', { hub, title: 'Fought over', text })
  const opened = await keepers('open_pad', { pad_id, blocks: true })
  const blocks = (opened['sections'] as { blocks: { id: string; rev: number }[] }[]).flatMap(({ blocks }) => blocks)
  let version = 1
  for (let n = 0; n < size.edits; n++) {
    for (const [call, own] of [
      [spammers, 0],
      [editors, 1],
    ] as const) {
      const block = blocks[(2 * n + own) % (blocks.length - (blocks.length % 2))]
      if (!block) throw new Error('the pad has no blocks')
      const said = await call('edit_pad', {
        pad_id,
        edits: [{ block: block.id, rev: block.rev, text: `Paragraph ${n} of ${own}. ${filler}` }],
      })
      block.rev++
      version = said['version'] as number
    }
    if (n % 1_000 === 0) say(`${version} edits`)
  }
  return version
}

const filler = 'The dough had rested for eighteen hours at nineteen degrees and was folded four times. '.repeat(2)

const figures = (waits: readonly number[]): string[] =>
  [0.5, 0.99, 1].map((part) => shown(waits[Math.min(waits.length - 1, Math.floor(waits.length * part))]))

const shown = (milliseconds: number | undefined): string =>
  milliseconds === undefined ? '' : `${milliseconds.toFixed(milliseconds < 100 ? 1 : 0)} ms`
