import { present } from '../records/present.ts'
import { characters } from '../text/characters.ts'
import { type Untrusted, untrusted, words } from '../text/untrusted.ts'
import type { Fragment } from './body.ts'
import { type Clipped, clip } from './cut_to_size.ts'
import { type Markdown, md, ref, safe } from './markdown/md.ts'
import type { SearchPage, SearchResult } from '../records/search_page.ts'

/** Code points quoted of the best match. */
const quotedCharacters = 1_000

/** What is quoted of the best match: its beginning, up to the end of a line, so that no row of a table is cut through. */
export function quotedPart(text: Untrusted): Clipped {
  const clipped = clip(text, quotedCharacters)
  if (clipped.of === undefined) return clipped
  const kept = words(clipped.text)
  const lineEnd = kept.lastIndexOf('\n')
  return lineEnd > kept.length / 2 ? { ...clipped, text: untrusted(kept.slice(0, lineEnd)) } : clipped
}

export const searchPath = ({ type, id, hub, thread_id, pad_id }: SearchResult): string => {
  switch (type) {
    case 'hub':
      return `/h/${hub.slug ?? id}`
    case 'pad':
      return `/p/${id}`
    case 'decision':
      return `/p/${pad_id ?? ''}#${id}`
    case 'section':
      return `/p/${pad_id ?? ''}?section=${id}`
    case 'post':
      return `/t/${thread_id ?? ''}/m/${id}`
    case 'thread':
      return `/t/${id}`
    case 'task':
      return `/t/${thread_id ?? ''}#${id}`
  }
}

export function quoted({ best, results }: SearchPage, links: 'written' | 'labelled', fragment: Fragment): Markdown[] {
  const first = results[0]
  if (!best || !first) return []
  const heading = md`best match: ${safe(best.type)} ${ref(best.id)} · ${first.title}`
  if (!best.quote) return [heading]
  const { key, text, reach, answer } = best.quote
  const labels = links === 'labelled' && !reach
  const part = quotedPart(text)
  return [
    answer ? md`${heading} · its answer` : heading,
    safe(fragment({ key, text: part.text, as: 'markdown', labels })),
    ...(part.of === undefined
      ? []
      : [md`clipped at ${characters(words(part.text))} of ${part.of} characters: open it to read the rest`]),
  ]
}

export interface SearchAsked {
  readonly origin: string
  readonly q?: string
  readonly lane?: string
}

/** A hub has no status, so its audience is shown. */
export const stateOf = ({ status, answer, hub, type }: SearchResult): string =>
  status === undefined ? (type === 'hub' ? hub.audience : '') : answer ? `${status}, the answer` : status

export function nextPath({ q, lane }: SearchAsked, cursor: string, format?: 'md'): string {
  const query = new URLSearchParams(present({ format, q: q || undefined, lane: lane || undefined, cursor }))
  return `/search?${query.toString()}`
}

export const howTo =
  'Say what to look for: words match as prefixes. Filters: type: with hub, pad, section, thread, task, decision or post; hub:<slug>; is: with open, disputed, answered or folded; in:posts looks in posts too.'
