import { loadavg } from 'node:os'
import { startGenerator } from './load/generator.ts'
import { type Bench, type MeasureName, measures } from './measures.ts'
import { openPlace } from './place.ts'
import { madeOn } from './report.ts'
import { type Row, table } from './row.ts'
import { seedBench } from './seed/bench.ts'
import type { Pace } from './side_by_side.ts'

/** Plays the chosen measures; gives a Markdown table in the order of the list. */
export async function besideBaselines(
  chosen: readonly MeasureName[],
  say: (line: string) => void,
  pace: Pace,
): Promise<string> {
  const place = await openPlace(say)
  const generator = startGenerator()
  try {
    const seeding = place.open(place.databaseUrl)
    const seeded = await seedBench(seeding, Date.now())
    await seeding.end()
    const databaseUrl = await place.copy()
    const bench: Omit<Bench, 'service'> = {
      generator,
      seeded,
      sql: place.open(place.databaseUrl),
      oneStatement: await place.baseline('one_statement', { databaseUrl, author: seeded.people[0]?.agent }),
      bareKoa: (bytes) => place.baseline('bare_koa', bytes),
      bareNode: (bytes) => place.baseline('bare_node', bytes),
      pace,
    }
    const rows = new Map<MeasureName, Row[]>()
    for (const group of onOneService) {
      const names = group.filter((name) => chosen.includes(name))
      if (names.length === 0) continue
      const service = await place.service()
      for (const name of names) {
        say(`${name} … (load average ${loadavg()[0]?.toFixed(1)})`)
        const measured = await measures[name]({ ...bench, service })
        for (const { measure, svc, compared, ratio } of measured)
          say(`  ${measure}: ${[svc, compared, ratio].filter(Boolean).join(' | ')}`)
        rows.set(name, measured)
      }
      await service.stop()
    }
    const inOrder = (Object.keys(measures) as MeasureName[]).flatMap((name) => rows.get(name) ?? [])
    return `${table(inOrder)}\n\n${madeOn(place.versions)}`
  } finally {
    generator.stop()
    await place.stop()
  }
}

/**
 * Waits have a process that has done nothing else: its memory is compared. Pages are read before posts are written,
 * because the word index goes on filling behind those.
 */
const onOneService: readonly (readonly MeasureName[])[] = [
  ['waits'],
  ['page', 'manyThreads', 'hotThread', 'oneConnection', 'mcp'],
]
