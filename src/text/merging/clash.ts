import { type Block, joinBlocks, splitBlocks } from '../blocks.ts'
import { bothWords } from './both_words.ts'
import type { WantedBlock } from './compare.ts'
import { type Conflict, merge } from './merge.ts'
import { type Untrusted, untrusted, words } from '../untrusted.ts'

/** A paragraph that two authors changed at the same time: the version of each, and a text with the words of both. */
export interface Clash {
  readonly block: string
  readonly kind: Conflict['kind']
  readonly base: string
  /** empty when I removed the paragraph */
  readonly mine: string
  readonly theirs: string
  readonly both: string
}

interface MergeKeepingBoth {
  /** the merge of both sides; conflicting paragraphs hold the words of both */
  readonly blocks: readonly WantedBlock[]
  readonly clashes: readonly Clash[]
}

/**
 * Turns a refused merge into a text that can be saved on the current version: the merge runs again with each clash
 * undone on their side and set to the words of both on mine.
 */
export function mergeKeepingBoth(
  base: readonly Block[],
  mine: readonly WantedBlock[],
  current: readonly Block[],
): MergeKeepingBoth {
  const { blocks, conflicts } = merge(base, mine, current)
  if (conflicts.length === 0) return { blocks, clashes: [] }
  const met = new Map(conflicts.map((conflict) => [conflict.block, conflict]))
  const [inMine, inCurrent] = [new Map(mine.map((one) => [one.id, one.text])), textsOf(current)]
  const clashes = base.flatMap(({ id, text }): Clash[] => {
    const conflict = met.get(id)
    if (!conflict) return []
    const [ours, theirs] = [inMine.get(id) ?? '', inCurrent.get(id) ?? '']
    const both = ours === '' ? theirs : theirs === '' ? ours : bothWords(text, ours, theirs)
    return [{ block: id, kind: conflict.kind, base: text, mine: ours, theirs, both }]
  })
  const texts = new Map(clashes.map(({ block, both }) => [block, both]))
  const settled = merge(base, withTexts(base, mine, texts), untouched(base, current, met))
  return { blocks: settled.blocks, clashes }
}

const textsOf = (blocks: readonly Block[]): ReadonlyMap<string, string> =>
  new Map(blocks.map(({ id, text }) => [id, text]))

/** Returns my text with these paragraphs replaced; a paragraph that I removed is restored in its place. */
function withTexts(
  base: readonly Block[],
  mine: readonly WantedBlock[],
  texts: ReadonlyMap<string, string>,
): WantedBlock[] {
  const named = new Set(mine.map(({ id }) => id))
  const told = mine.map((one) => {
    const text = one.id === undefined ? undefined : texts.get(one.id)
    return text === undefined ? one : { ...one, text }
  })
  for (const [id, text] of texts) if (!named.has(id)) insertAsIn(base, told, { id, text })
  return told
}

/** Returns the current text with the conflicting paragraphs as they are in the base. */
function untouched(base: readonly Block[], current: readonly Block[], met: ReadonlyMap<string, Conflict>): Block[] {
  const was = new Map(base.map((block) => [block.id, block]))
  const kept = current
    .filter(({ id }) => met.get(id)?.kind !== 'moved')
    .map((block) => (met.has(block.id) ? (was.get(block.id) ?? block) : block))
  const there = new Set(kept.map(({ id }) => id))
  for (const block of base) if (met.has(block.id) && !there.has(block.id)) insertAsIn(base, kept, block)
  return kept
}

/** Inserts after the nearest preceding block of the base that `into` contains, else at the start. */
function insertAsIn<One extends { readonly id?: string }>(base: readonly Block[], into: One[], one: One): void {
  const place = base.findIndex(({ id }) => id === one.id)
  for (let at = place - 1; at >= 0; at--) {
    const found = into.findIndex(({ id }) => id === base[at]?.id)
    if (found >= 0) {
      into.splice(found + 1, 0, one)
      return
    }
  }
  into.unshift(one)
}

/** The author's choice for one clash, with the three texts that were offered. */
export interface Choice {
  readonly take: 'mine' | 'theirs' | 'both'
  readonly mine?: Untrusted | undefined
  readonly theirs?: Untrusted | undefined
  readonly both?: Untrusted | undefined
}

/**
 * Replaces each paragraph that holds the words of both by the chosen side. One that was edited by hand no longer
 * matches and stays as its author wrote it.
 */
export function withChoices(text: Untrusted, takes: readonly Choice[]): Untrusted {
  let texts = splitBlocks(words(text))
  for (const { take, both = untrusted(''), ...sides } of takes) {
    if (take === 'both') continue
    const at = texts.indexOf(words(both).trim())
    if (at < 0) continue
    texts = [...texts.slice(0, at), ...splitBlocks(words(sides[take] ?? untrusted(''))), ...texts.slice(at + 1)]
  }
  return untrusted(joinBlocks(texts))
}
