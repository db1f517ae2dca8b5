import { textsSince } from '../../../sql/reads/catch_up/changes.ts'
import type { Changed, PadChange, ThreadChange } from '../../records/changed.ts'
import type { BlockView } from '../../records/pad/section.ts'
import type { PostView } from '../../records/thread/post.ts'
import { reads } from '../../rules/limits.ts'
import type { ReadingParts } from '../reading_parts.ts'
import type { Reader } from '../../rules/caller.ts'
import { characters } from '../../text/characters.ts'
import { readPad } from '../pad/pad.ts'

/** The most posts read of one thread. */
const postsEach = 50

/** Adds the texts, until the room for them is used up. */
export async function withTexts(
  parts: ReadingParts,
  reader: Reader,
  changes: readonly Changed[],
  now: number,
): Promise<readonly Changed[]> {
  let left = reads.catchUp.characters
  const read: Changed[] = []
  for (const change of changes) {
    const { whole, length } = left > 0 ? await withText(parts, reader, change, now) : { whole: change, length: 0 }
    read.push(whole)
    left -= length
  }
  return read
}

/** Returns a change with its text, and how many characters of it are shown. */
async function withText(
  parts: ReadingParts,
  reader: Reader,
  change: Changed,
  now: number,
): Promise<{ readonly whole: Changed; readonly length: number }> {
  if (change.kind === 'thread') {
    const posts = await newPosts(parts, reader, change, now)
    const bodies = posts.map(({ body }) => body)
    return { whole: { ...change, posts }, length: shownOf(bodies, reads.thread.postClip) }
  }
  if (change.kind === 'pad') {
    const blocks = await newBlocks(parts, reader, change, now)
    const texts = blocks.map(({ text }) => text)
    return { whole: { ...change, blocks }, length: shownOf(texts, reads.catchUp.blockClip) }
  }
  return { whole: change, length: 0 }
}

/** Counts the characters of texts that are each cut at `clip`. */
const shownOf = (texts: readonly (PostView['body'] | BlockView['text'])[], clip: number): number =>
  texts.reduce((all, text) => all + (text ? Math.min(characters(text), clip) : 0), 0)

async function newPosts(
  parts: ReadingParts,
  reader: Reader,
  { id, from_seq }: ThreadChange,
  now: number,
): Promise<readonly PostView[]> {
  if (from_seq === undefined) return []
  const opened = await parts.threads.read(reader, { id, after: from_seq - 1, posts: postsEach }, now)
  return opened?.page.posts ?? []
}

/** Returns the blocks that are newer than the version the reader knew and still stand. */
async function newBlocks(
  parts: ReadingParts,
  reader: Reader,
  { id, from_version, section_ids }: PadChange,
  now: number,
): Promise<readonly BlockView[]> {
  const { sql } = parts
  if (section_ids.length === 0) return []
  const [page, fresh] = await Promise.all([readPad(parts, reader, { id }, now), textsSince(sql, id, from_version ?? 0)])
  const blocks = (page?.sections ?? []).flatMap((section) => section.blocks ?? [])
  return blocks.filter((block) => fresh.has(`${block.id} ${block.rev}`))
}
