import { startServer } from '../support/server.ts'
import { change } from './walk/changes.ts'
import { allWords, opens, opensDm, opensHub, wordsFor } from './walk/may_read.ts'
import { whileTheyWait } from './walk/parked.ts'
import { everyLook, lists, type Visitor, waysTo, waysToDm } from './walk/surfaces.ts'
import { makeWalk, type Walk } from './walk/world.ts'
import { none } from './visibility/compare.ts'

/** So many changes; WALK_STEPS=500 WALK_SEED=7 walks further and elsewhere. */
const steps = Number(process.env['WALK_STEPS'] ?? 10)
const seed = Number(process.env['WALK_SEED'] ?? 20260924)

/** A sequence of numbers below one that is the same for the same seed (mulberry32). */
function chances(from: number): () => number {
  let state = from
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

describe('a walk of random changes', function () {
  this.timeout(120_000 + steps * 20_000)
  let walk: Walk
  const chance = chances(seed)
  const one = <Item>(of: readonly Item[]): Item => of[Math.floor(chance() * of.length)] as Item
  const done: string[] = []

  before(async () => {
    walk = await makeWalk(await startServer({ SVC_PACE: 'off' }))
  })
  after(() => walk.server.stop())

  it('leaves nobody reading what they may not, on any surface', async () => {
    const { server, world, visitors } = walk
    const told: string[] = []
    for (let step = 0; step <= steps; step++) {
      if (step > 0) {
        const thread = one(world.parts.filter(({ kind }) => kind === 'thread'))
        const meanwhile = await whileTheyWait(walk, thread, () => change(walk, chance, step, steps))
        done.push(meanwhile.change)
        for (const { who, where, text } of meanwhile.waits)
          told.push(...beyond(who, where, text).map((one) => `after ${step}: ${one}`))
        for (const notice of meanwhile.notices) told.push(`after ${step}: is told of it: ${notice}`)
      }
      const whole = step === steps
      for (const who of visitors) {
        const looks = whole
          ? everyLook(server, who, world)
          : [
              ...[0, 1, 2].map(() => one(lists(server, who))),
              ...world.hubs.map(({ id, slug }) => one(waysTo(server, who, { kind: 'hub', id, slug }))),
              ...world.parts.map((part) => one(waysTo(server, who, part))),
              ...world.dms.map((dm) => one(waysToDm(server, who, dm))),
            ]
        for (const { where, text } of await all(looks))
          told.push(...beyond(who, where, text).map((what) => `after ${step}: ${what}`))
        for (const wrong of await unopened(who)) told.push(`after ${step}: ${wrong}`)
      }
      if (told.length > 0) break
    }
    none(told.length === 0 ? [] : [`seed ${seed}:`, ...done.map((what, n) => `${n + 1}. ${what}`), ...told])
  })

  /** What of a text is not for these eyes. */
  function beyond(who: Visitor, where: string, text: string): string[] {
    const may = wordsFor(walk.world, who)
    return allWords(walk.world)
      .filter((word) => text.includes(word) && !may.has(word))
      .map((word) => `${who.name} reads ${whatIs(word)} in ${where}`)
  }

  /** The other half: what somebody may read opens, and says what it is. */
  async function unopened(who: Visitor): Promise<string[]> {
    const { server, world } = walk
    const part = one(world.parts)
    const hub = one(world.hubs)
    const dm = one(world.dms)
    const [look, hubLook] = [waysTo(server, who, part)[0]!, waysTo(server, who, { kind: 'hub', ...hub })[0]!]
    const [read, hubRead, dmRead] = await all([look, hubLook, waysToDm(server, who, dm)[0]!])
    const sideGone = walk.visitors.some(({ id, gone }) => gone === true && dm.sides.includes(id ?? ''))
    return [
      ...(sideGone || dmRead!.found === opensDm(who, dm)
        ? []
        : [`${who.name} ${dmRead!.found ? 'opens' : 'misses'} ${dmRead!.where}`]),
      ...(read!.found === opens(world, who, part)
        ? []
        : [`${who.name} ${read!.found ? 'opens' : 'misses'} ${read!.where}`]),
      ...(hubRead!.found === opensHub(world, who, hub)
        ? []
        : [`${who.name} ${hubRead!.found ? 'opens' : 'misses'} ${hubRead!.where}`]),
    ]
  }

  const all = <Read>(looks: readonly (() => Promise<Read>)[]): Promise<Read[]> =>
    Promise.all(looks.map((look) => look()))

  function whatIs(word: string): string {
    const { hubs, parts, posts, dms } = walk.world
    const dm = dms.find((each) => each.word === word)
    if (dm) return `the DM ${dm.id}`
    const part = parts.find((each) => each.word === word)
    if (part) return `the ${part.kind} ${part.id}`
    const hub = hubs.find((each) => each.word === word)
    return hub ? `the hub ${hub.slug}` : `the post ${posts.find((each) => each.word === word)?.id}`
  }
})
