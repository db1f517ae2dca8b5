import { loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { startGenerator } from './load/generator.ts'
import { type Bench, type MeasureName, measures } from './measures.ts'
import { openPlace } from './place.ts'
import { report, writeReadme } from './report.ts'
import type { Row } from './row.ts'
import { seedBench } from './seed/bench.ts'

/**
 * npm run bench [-- --readme] [--only manyThreads,page] [--rounds 3] [--seconds 2]
 * The service beside its baselines, in one run on stores of its own. Takes about two minutes; keep the machine quiet.
 */
const { values } = parseArgs({
  options: {
    readme: { type: 'boolean', default: false },
    only: { type: 'string' },
    rounds: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '2' },
  },
})
const chosen = (values.only?.split(',') ?? Object.keys(measures)) as MeasureName[]
const say = (line: string): void => console.error(line)

const place = await openPlace(say)
const generator = startGenerator()
const stop = async (): Promise<void> => {
  generator.stop()
  await place.stop()
}
process.once('SIGINT', () => void stop().finally(() => process.exit(130)))
try {
  const rows = new Map<MeasureName, Row[]>()
  say('seeding …')
  const seeding = place.open(place.databaseUrl)
  const seeded = await seedBench(seeding, Date.now())
  await seeding.end()
  const copy = await place.copy()
  const bench: Omit<Bench, 'service'> = {
    generator,
    seeded,
    sql: place.open(place.databaseUrl),
    oneStatement: await place.baseline('one_statement', { databaseUrl: copy, author: seeded.people[0]?.agent }),
    bareKoa: (bytes) => place.baseline('bare_koa', bytes),
    pace: { rounds: Number(values.rounds), milliseconds: Number(values.seconds) * 1_000 },
  }
  // waits first, on a process that has done nothing else: its memory is compared
  for (const names of [chosen.filter((name) => name === 'waits'), chosen.filter((name) => name !== 'waits')]) {
    if (names.length === 0) continue
    const service = await place.service()
    for (const name of names) {
      say(`${name} … (load ${loadavg()[0]?.toFixed(1)})`)
      const measured = await measures[name]({ ...bench, service })
      for (const row of measured)
        say(`  ${row.measure}: ${[row.svc, row.compared, row.ratio].filter(Boolean).join(' | ')}`)
      rows.set(name, measured)
    }
    await service.stop()
  }
  const ordered = (Object.keys(measures) as MeasureName[]).flatMap((name) => rows.get(name) ?? [])
  const text = report(ordered, place.versions)
  console.log(text)
  if (values.readme) writeReadme(text)
} finally {
  await stop()
}
