import { top } from './block_order.ts'
import { type Block, headingOf } from '../blocks.ts'
import type { WantedBlock } from './compare.ts'

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
  const wanted = withTheirIds(mine, addedAfter(placed, inBase), standing)
  const known = new Set([...inBase.keys(), ...wanted.flatMap(({ id }) => id ?? [])])
  return insertRuns(placed, runsOf(wanted, standing, exists), known, textOf)
}

/** What others inserted, by the block of the base that stands before it. */
function addedAfter(placed: readonly Block[], inBase: ReadonlyMap<string, Block>): Map<string, Block[]> {
  const added = new Map<string, Block[]>()
  let after = top
  for (const block of placed) {
    if (inBase.has(block.id)) after = block.id
    else addTo(added, after, block)
  }
  return added
}

/**
 * New paragraphs that both sides inserted at the same place are inserted once: mine take the ids of theirs. That is so
 * when mine are among theirs, and when theirs are all among mine: the author of mine had read them.
 */
function withTheirIds(
  mine: readonly WantedBlock[],
  theirs: Map<string, Block[]>,
  standing: ReadonlySet<string>,
): readonly WantedBlock[] {
  if (theirs.size === 0) return mine
  const wanted: WantedBlock[] = []
  let [after, run]: [string, WantedBlock[]] = [top, []]
  const endRun = (): void => {
    const same = paired(run, theirs.get(after) ?? [])
    if (same) theirs.delete(after)
    wanted.push(...(same ?? run))
    run = []
  }
  for (const one of mine) {
    if (one.id === undefined) run.push(one)
    else {
      endRun()
      wanted.push(one)
      if (standing.has(one.id)) after = one.id
    }
  }
  endRun()
  return wanted
}

/** The run with the ids of theirs for equal texts; undefined when neither holds all of the other in order. */
function paired(run: readonly WantedBlock[], theirs: readonly Block[]): readonly WantedBlock[] | undefined {
  if (run.length === 0 || theirs.length === 0) return undefined
  const start = theirs.findIndex((_, at) => run.every(({ text }, n) => theirs[at + n]?.text === text))
  if (start >= 0) return run.map(({ text }, n) => ({ id: (theirs[start + n] as Block).id, text }))
  let next = 0
  const same = run.map((one) => (one.text === theirs[next]?.text ? { ...one, id: (theirs[next++] as Block).id } : one))
  return next === theirs.length ? same : undefined
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
