import { decisionWords, guideOf, taskDetails } from '../../../sql/reads/search/quoted.ts'
import type { PostView } from '../../records/thread/post.ts'
import { presentAs } from '../../records/present.ts'
import type { BestMatch, SearchResult } from '../../records/search_page.ts'
import { characters } from '../../text/characters.ts'
import type { Untrusted } from '../../text/untrusted.ts'
import { readPad } from '../pad/pad.ts'
import type { ReadingParts } from '../reading_parts.ts'
import type { Reader } from '../../rules/caller.ts'

/** Quotes the best match: a post, of a thread its answer or else its first post, a section, Read me first, a task's details, or a decision with its reason. */
export async function bestMatch(
  parts: ReadingParts,
  reader: Reader,
  { type, id, ...found }: SearchResult,
  now: number,
): Promise<BestMatch> {
  const quote = await quoted(parts, reader, { type, id, ...found }, now)
  return presentAs({ type, id, quote: quote && characters(quote.text) > 0 ? quote : undefined })
}

type Quote = NonNullable<BestMatch['quote']>

async function quoted(
  parts: ReadingParts,
  reader: Reader,
  found: SearchResult,
  now: number,
): Promise<Quote | undefined> {
  const { sql } = parts
  const { type, id, thread_id, pad_id, section_id, hub } = found
  if (type === 'hub') {
    const guide = await guideOf(sql, hub.id)
    if (!guide) return undefined
    const reach = (await parts.reach.of([guide.by], now)).has(guide.by)
    return { key: `${id}:guide:${found.updated.getTime()}`, text: guide.text, reach }
  }
  if (type === 'task') {
    const details = await taskDetails(sql, id)
    return details && { key: `${id}:details`, text: details, reach: false }
  }
  if (type === 'decision') {
    const said = await decisionWords(sql, id)
    return said && { key: `${id}:decision`, text: said, reach: false }
  }
  if (pad_id !== undefined) return ofPad(parts, reader, pad_id, section_id, now)
  if (thread_id === undefined) return undefined
  const pageAt = async (place: { readonly post: string } | { readonly after: number }) =>
    (await parts.threads.read(reader, { id: thread_id, ...place, posts: 1, reach: true }, now))?.page
  const page = await pageAt(type === 'post' ? { post: id } : { after: 0 })
  if (type === 'thread' && page?.answer !== undefined) {
    const answer = (await pageAt({ post: page.answer }))?.posts[0]
    if (answer?.id === page.answer && answer.body !== undefined && answer.folded === undefined)
      return { ...quoteOf(answer, answer.body), answer: true }
  }
  const post = page?.posts[0]
  if (post?.body === undefined || (post.folded !== undefined && type !== 'post')) return undefined
  return quoteOf(post, post.body)
}

const quoteOf = ({ id, edits, author }: PostView, text: Untrusted): Quote => ({
  key: `${id}:${edits}:body`,
  text,
  reach: author.reach,
})

async function ofPad(
  parts: ReadingParts,
  reader: Reader,
  id: string,
  section: string | undefined,
  now: number,
): Promise<Quote | undefined> {
  const named = section ?? (await readPad(parts, reader, { id, outline: true }, now))?.sections[0]?.id
  const page = named === undefined ? undefined : await readPad(parts, reader, { id, sections: [named] }, now)
  const found = page?.sections.find((one) => one.id === named)
  return found?.text && { key: `${id}:${named}:${found.rev}`, text: found.text, reach: found.reach }
}
