import { top } from './block_order.ts'
import { type Block, headingOf } from '../blocks.ts'
import type { WantedBlock } from './compare.ts'

/** Stands for the place behind the last block. */
const bottom = ''

interface Insertion {
  /** the blocks that stay where they are: of the current version, without those that mine removes or moves */
  readonly placed: readonly Block[]
  readonly mine: readonly WantedBlock[]
  readonly inBase: ReadonlyMap<string, Block>
  /** whether a block still exists, so that it can be moved, or never existed, so that it can be restored */
  readonly exists: (id: string) => boolean
  /** the text of a block after the merge, given its text on one side */
  readonly textOf: (id: string, text: string) => string
}

/** Returns the placed blocks with all that mine adds, restores or moves, each after the block that it follows in mine. */
export function insertBlocks({ placed, mine, inBase, exists, textOf }: Insertion): WantedBlock[] {
  const standing = new Set(placed.map(({ id }) => id))
  const wanted = withTheirIds(mine, addedBeside(placed, inBase), standing)
  const known = new Set([...inBase.keys(), ...wanted.flatMap(({ id }) => id ?? [])])
  return insertRuns(placed, runsOf(wanted, standing, exists), known, textOf)
}

/** What others inserted at one place, without what is paired with paragraphs of mine. */
interface Added {
  blocks: readonly Block[]
}

/** Groups what others inserted by the blocks of the base beside it: a move of one of them leaves it beside the other. */
function addedBeside(placed: readonly Block[], inBase: ReadonlyMap<string, Block>): Beside {
  const [after, before] = [new Map<string, Added>(), new Map<string, Added>()]
  let [last, blocks]: [string, Block[]] = [top, []]
  const end = (next: string): void => {
    const added = { blocks }
    if (blocks.length > 0) after.set(last, added)
    if (blocks.length > 0) before.set(next, added)
    blocks = []
  }
  for (const block of placed) {
    if (inBase.has(block.id)) {
      end(block.id)
      last = block.id
    } else blocks.push(block)
  }
  end(bottom)
  return { after, before }
}

interface Beside {
  readonly after: ReadonlyMap<string, Added>
  readonly before: ReadonlyMap<string, Added>
}

/**
 * New paragraphs that both sides inserted at the same place are inserted once: mine take the ids of theirs. That is so
 * when mine are among theirs, and when theirs are all among mine: the author of mine had read them.
 */
function withTheirIds(
  mine: readonly WantedBlock[],
  theirs: Beside,
  standing: ReadonlySet<string>,
): readonly WantedBlock[] {
  if (theirs.after.size === 0) return mine
  const wanted: WantedBlock[] = []
  let [after, run]: [string, WantedBlock[]] = [top, []]
  const endRun = (before: string): void => {
    const [above, below] = [theirs.after.get(after), theirs.before.get(before)]
    wanted.push(...((above && paired(run, above)) ?? (below && paired(run, below)) ?? run))
    run = []
  }
  const before = standingAfter(mine, standing)
  for (const [place, one] of mine.entries()) {
    if (one.id === undefined) run.push(one)
    else {
      endRun(before[place] as string)
      wanted.push(one)
      if (standing.has(one.id)) after = one.id
    }
  }
  endRun(bottom)
  return wanted
}

/** For each paragraph the standing block that it is or that is next behind it. */
function standingAfter(mine: readonly WantedBlock[], standing: ReadonlySet<string>): string[] {
  let next = bottom
  return mine
    .map((_, n) => {
      const { id } = mine[mine.length - 1 - n] as WantedBlock
      if (id !== undefined && standing.has(id)) next = id
      return next
    })
    .toReversed()
}

/** The run with the ids of theirs for equal texts; undefined when neither holds all of the other in order. */
function paired(run: readonly WantedBlock[], theirs: Added): readonly WantedBlock[] | undefined {
  if (run.length === 0 || theirs.blocks.length === 0) return undefined
  return among(run, theirs) ?? withAll(theirs, run)
}

function among(run: readonly WantedBlock[], theirs: Added): readonly WantedBlock[] | undefined {
  const same: WantedBlock[] = []
  for (const [place, { id, text }] of theirs.blocks.entries()) {
    if (text === run[same.length]?.text) same.push({ id, text })
    if (same.length < run.length) continue
    // another run of mine may stand here too, when others took out or moved what stood between
    theirs.blocks = theirs.blocks.slice(place + 1)
    return same
  }
  return undefined
}

function withAll(theirs: Added, run: readonly WantedBlock[]): readonly WantedBlock[] | undefined {
  const { blocks } = theirs
  let next = 0
  const same = run.map((one) => (one.text === blocks[next]?.text ? { ...one, id: (blocks[next++] as Block).id } : one))
  if (next < blocks.length) return undefined
  theirs.blocks = []
  return same
}

/** Groups what to insert by the standing block it follows: new blocks, restored blocks and blocks moved here. */
function runsOf(
  mine: readonly WantedBlock[],
  standing: ReadonlySet<string>,
  exists: (id: string) => boolean,
): Map<string, WantedBlock[]> {
  const runs = new Map<string, WantedBlock[]>()
  let after = top
  for (const wanted of mine) {
    if (wanted.id !== undefined && standing.has(wanted.id)) after = wanted.id
    else if (wanted.id === undefined || exists(wanted.id)) addTo(runs, after, wanted)
  }
  return runs
}

/** Inserts the runs, after what others inserted at the same place but before a section that they started there. */
function insertRuns(
  placed: readonly Block[],
  runs: ReadonlyMap<string, readonly WantedBlock[]>,
  known: ReadonlySet<string>,
  textOf: (id: string, text: string) => string,
): WantedBlock[] {
  const withText = (one: WantedBlock): WantedBlock =>
    one.id === undefined ? one : { ...one, text: textOf(one.id, one.text) }
  const blocks: WantedBlock[] = []
  let waiting: readonly WantedBlock[] = runs.get(top) ?? []
  for (const { id, text } of placed) {
    const theirsHere = !known.has(id) && headingOf(text) === undefined && !runs.has(id)
    if (!theirsHere) {
      blocks.push(...waiting.map(withText))
      waiting = []
    }
    blocks.push({ id, text: textOf(id, text) })
    waiting = runs.get(id) ?? waiting
  }
  return [...blocks, ...waiting.map(withText)]
}

function addTo<One>(groups: Map<string, One[]>, key: string, one: One): void {
  const group = groups.get(key)
  if (group) group.push(one)
  else groups.set(key, [one])
}
