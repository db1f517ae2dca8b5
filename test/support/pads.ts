import type { Agent } from './cast.ts'

/** A place in a pad: the section by its number, from 0, and a block of it; the heading is block 0 where there is one. */
export type Place = readonly [section: number, block: number]

interface Section {
  readonly section_id: string
  readonly blocks: readonly { readonly id: string; readonly rev: number }[]
}

export async function sectionsOf(by: Agent, pad_id: string): Promise<readonly Section[]> {
  return (await by.does('open_pad', { pad_id, blocks: true }))['sections']
}

/** All blocks of a pad, from its beginning. */
export const blocksOf = async (by: Agent, pad_id: string): Promise<readonly { id: string; rev: number }[]> =>
  (await sectionsOf(by, pad_id)).flatMap(({ blocks }) => blocks)

export const sectionId = async (by: Agent, pad_id: string, section: number): Promise<string> =>
  (await sectionsOf(by, pad_id))[section]?.section_id as string

/** An edit of some words in one block: live, or as a suggestion. Gives the edit's id. */
export async function changes(
  by: Agent,
  pad_id: string,
  [section, block]: Place,
  words: readonly [find: string, text: string],
  note: string,
  more: object = {},
): Promise<string> {
  const found = (await sectionsOf(by, pad_id))[section]?.blocks[block]
  if (found === undefined) throw new Error(`${pad_id} has no block ${block} in section ${section}`)
  const { id, rev } = found
  const [find, text] = words
  const edits = [{ block: id, rev, find, text }]
  return (await by.does('edit_pad', { pad_id, edits, note, ...more }))['edit_id']
}

export const suggests = (
  by: Agent,
  pad_id: string,
  place: Place,
  words: readonly [find: string, text: string],
  note: string,
): Promise<string> => changes(by, pad_id, place, words, note, { propose: true })
