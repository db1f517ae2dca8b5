import { type Block, headingOf, joinBlocks, splitBlocks } from './blocks.ts'
import { compare, type WantedBlock } from './compare.ts'
import { mergeWords } from './merge_words.ts'
import { longestRising } from './longest_increasing.ts'

export interface Conflict {
  readonly block: string
  /** absent when the caller named no rev, as with a paragraph to insert after */
  readonly your_rev?: number
  /** absent when the block was removed */
  readonly current_rev?: number
  readonly kind: 'changed' | 'removed' | 'moved'
}

export interface Merged {
  readonly blocks: readonly WantedBlock[]
  /** ids of blocks whose text combines changes of both sides */
  readonly both: ReadonlySet<string>
  readonly conflicts: readonly Conflict[]
}

const top = ''

/**
 * Three-way merge of `mine` (an edit of `base`, in order) into `current`. Blocks are matched by id, changes inside a
 * block are merged by word, and only what both sides changed is a conflict. An undo is the same merge with the result
 * of the edit as base and the text before it as mine.
 */
export function merge(base: readonly Block[], mine: readonly WantedBlock[], current: readonly Block[]): Merged {
  const [inBase, inCurrent] = [byId(base), byId(current)]
  const kept = new Map(mine.flatMap((wanted) => (wanted.id === undefined ? [] : [[wanted.id, wanted] as const])))
  const iMoved = movedFrom(base, mine)
  const theyMoved = movedFrom(base, current)
  const sides = { kept, inCurrent, iMoved, theyMoved, apart: movedApart(mine, current) }
  const { conflicts, both, texts } = mergeTexts(base, sides)
  if (conflicts.length > 0) return { blocks: [], both, conflicts }

  const stays = ({ id }: Block): boolean => !inBase.has(id) || (kept.has(id) && !(iMoved.has(id) && !theyMoved.has(id)))
  const placed = current.filter(stays)
  const standing = new Set(placed.map(({ id }) => id))
  const exists = (id: string): boolean => inCurrent.has(id) || !inBase.has(id)
  const wanted = withTheirs(mine, placed, inBase, standing)
  const runs = runsOf(wanted, standing, exists)
  const known = new Set([...inBase.keys(), ...wanted.flatMap(({ id }) => id ?? [])])
  return { blocks: insertRuns(placed, runs, known, (id, text) => texts.get(id) ?? text), both, conflicts }
}

interface BothSides {
  /** of mine, those that were in the base */
  readonly kept: ReadonlyMap<string, WantedBlock>
  readonly inCurrent: ReadonlyMap<string, Block>
  readonly iMoved: ReadonlySet<string>
  readonly theyMoved: ReadonlySet<string>
  /** whether the block follows another one here than there */
  readonly apart: (id: string) => boolean
}

function movedApart(mine: readonly WantedBlock[], current: readonly Block[]): (id: string) => boolean {
  const [mineAfter, theirsAfter] = [neighbours(mine), neighbours(current)]
  return (id) => mineAfter.get(id) !== theirsAfter.get(id)
}

/** The texts of the blocks that both sides kept, merged by word, and what cannot be merged. */
function mergeTexts(base: readonly Block[], { kept, inCurrent, iMoved, theyMoved, apart }: BothSides) {
  const conflicts: Conflict[] = []
  const both = new Set<string>()
  const texts = new Map<string, string>()

  for (const was of base) {
    const [now, wanted] = [inCurrent.get(was.id), kept.get(was.id)]
    const against = (kind: Conflict['kind']): void => {
      conflicts.push({ block: was.id, your_rev: was.rev, ...(now ? { current_rev: now.rev } : {}), kind })
    }
    if (!wanted) {
      if (now && now.text !== was.text) against('changed')
      continue
    }
    const changed = wanted.text !== was.text
    if (!now) {
      if (changed || iMoved.has(was.id)) against('removed')
      continue
    }
    const text = changed ? mergeWords(was.text, wanted.text, now.text) : now.text
    if (text === undefined) against('changed')
    else {
      texts.set(was.id, text)
      if (changed && now.text !== was.text && text !== now.text) both.add(was.id)
    }
    if (iMoved.has(was.id) && theyMoved.has(was.id) && apart(was.id)) against('moved')
  }
  return { conflicts, both, texts }
}

/** Groups what to insert by the surviving block it follows: new blocks, restored blocks and blocks moved here. */
function runsOf(
  mine: readonly WantedBlock[],
  standing: ReadonlySet<string>,
  exists: (id: string) => boolean,
): Map<string, WantedBlock[]> {
  const runs = new Map<string, WantedBlock[]>()
  let after = top
  for (const wanted of mine) {
    if (wanted.id !== undefined && standing.has(wanted.id)) after = wanted.id
    else if (wanted.id === undefined || exists(wanted.id)) {
      const run = runs.get(after)
      if (run) run.push(wanted)
      else runs.set(after, [wanted])
    }
  }
  return runs
}

/**
 * New paragraphs that both sides inserted at the same place are inserted once: mine take the ids of theirs. That is so
 * when mine are among theirs, and when theirs are all among mine: whoever sends them had read them.
 */
function withTheirs(
  mine: readonly WantedBlock[],
  placed: readonly Block[],
  inBase: ReadonlyMap<string, Block>,
  standing: ReadonlySet<string>,
): readonly WantedBlock[] {
  const theirs = addedAfter(placed, inBase)
  if (theirs.size === 0) return mine
  const wanted: WantedBlock[] = []
  let [after, run]: [string, WantedBlock[]] = [top, []]
  const flush = (): void => {
    const same = paired(run, theirs.get(after) ?? [])
    if (same) theirs.delete(after)
    wanted.push(...(same ?? run))
    run = []
  }
  for (const one of mine) {
    if (one.id === undefined) run.push(one)
    else {
      flush()
      wanted.push(one)
      if (standing.has(one.id)) after = one.id
    }
  }
  flush()
  return wanted
}

/** What others inserted, by the block of the base that stands before it. */
function addedAfter(placed: readonly Block[], inBase: ReadonlyMap<string, Block>): Map<string, Block[]> {
  const added = new Map<string, Block[]>()
  let after = top
  for (const block of placed) {
    if (inBase.has(block.id)) after = block.id
    else if (added.has(after)) added.get(after)?.push(block)
    else added.set(after, [block])
  }
  return added
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

/** Inserts the runs, after what others inserted at the same place but before a section that they started there. */
function insertRuns(
  placed: readonly Block[],
  runs: ReadonlyMap<string, readonly WantedBlock[]>,
  known: ReadonlySet<string>,
  textOf: (id: string, text: string) => string,
): WantedBlock[] {
  const blocks: WantedBlock[] = []
  let waiting: readonly WantedBlock[] = runs.get(top) ?? []
  const flush = (): void => {
    blocks.push(
      ...waiting.map((wanted) =>
        wanted.id === undefined ? wanted : { ...wanted, text: textOf(wanted.id, wanted.text) },
      ),
    )
    waiting = []
  }
  for (const { id, text } of placed) {
    const theirsSince = !known.has(id) && headingOf(text) === undefined && !runs.has(id)
    if (waiting.length > 0 && !theirsSince) flush()
    blocks.push({ id, text: textOf(id, text) })
    const run = runs.get(id)
    if (run) waiting = run
  }
  flush()
  return blocks
}

/** Returns the ids of blocks in both versions that are no longer in the old order. */
function movedFrom(base: readonly Block[], side: readonly { readonly id?: string }[]): ReadonlySet<string> {
  const places = new Map(base.map(({ id }, place) => [id, place]))
  const known = side.flatMap(({ id }) => {
    const place = id === undefined ? undefined : places.get(id)
    return id === undefined || place === undefined ? [] : [{ id, place }]
  })
  const inOrder = longestRising(known.map(({ place }) => place))
  return new Set(known.filter((_, n) => !inOrder.has(n)).map(({ id }) => id))
}

/** Maps each block to the block before it. */
function neighbours(side: readonly { readonly id?: string }[]): ReadonlyMap<string, string> {
  const after = new Map<string, string>()
  let before = top
  for (const { id } of side) {
    if (id === undefined) continue
    after.set(id, before)
    before = id
  }
  return after
}

const byId = (blocks: readonly Block[]): ReadonlyMap<string, Block> => new Map(blocks.map((block) => [block.id, block]))

export type Change = 'added' | 'changed' | 'removed' | 'moved'
export interface Changed {
  readonly id: string
  readonly change: Change
  readonly before?: Block
  readonly after?: Block
  /** added again with the id, rev and text it had before it was removed */
  readonly restored?: true
}

/** Assigns ids and revs to the result of a merge, and lists the changes against the current version. */
export function settle(
  current: readonly Block[],
  wanted: readonly WantedBlock[],
  newId: () => string,
): { blocks: Block[]; changes: Changed[] } {
  const before = byId(current)
  const restored = new Set(wanted.flatMap(({ id, rev }) => (id !== undefined && rev !== undefined ? [id] : [])))
  const blocks = wanted.flatMap((one) => piecesOfOne(one, before, newId))
  const after = byId(blocks)
  const moved = movedFrom(current, blocks)
  const changes: Changed[] = []
  for (const block of blocks) {
    const was = before.get(block.id)
    if (!was)
      changes.push({ id: block.id, change: 'added', after: block, ...(restored.has(block.id) && { restored: true }) })
    else if (was.rev !== block.rev) changes.push({ id: block.id, change: 'changed', before: was, after: block })
    else if (moved.has(block.id)) changes.push({ id: block.id, change: 'moved', before: was, after: block })
  }
  for (const was of current) if (!after.has(was.id)) changes.push({ id: was.id, change: 'removed', before: was })
  return { blocks, changes }
}

/** A merged text may by now hold several paragraphs: the one most similar to the block keeps its id. */
function piecesOfOne({ id, rev, text }: WantedBlock, before: ReadonlyMap<string, Block>, newId: () => string): Block[] {
  const was = id === undefined ? undefined : before.get(id)
  if (was && was.text === text) return [was]
  const texts = splitBlocks(text)
  if (id === undefined) return texts.map((one) => ({ id: newId(), rev: 1, text: one }))
  if (!was) return [{ id, rev: rev ?? 1, text: joinBlocks(texts) }]
  const next: Block = { id, rev: was.rev + 1, text: '' }
  const keeper = keeperOf(was, texts)
  return texts.map((one, place) => {
    if (place !== keeper) return { id: newId(), rev: 1, text: one }
    return one === was.text ? was : { ...next, text: one }
  })
}

export function keeperOf(was: Block, texts: readonly string[]): number {
  if (texts.length < 2) return 0
  const found = compare([was], texts).findIndex(({ id }) => id !== undefined)
  return found < 0 ? 0 : found
}
