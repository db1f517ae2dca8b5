import { reads } from '../../../rules/limits.ts'
import type { Options } from './options.ts'

/**
 * The options of the Markdown views, by page, in the words of the OpenAPI document; in HTML some pages take more. How
 * each is read: `options.ts`. Where each takes effect: beside it.
 */
export const markdownOptions = {
  // asMarkdown in hub.ts, which reads only those things of the hub
  hub: { type: 'pad or thread', cursor: 'next page' },
  // padMarkdown in render/markdown/pad_markdown.ts, which leaves the rest of the pad out; `inOutline` below
  pad: {
    outline: '1: a table of its sections',
    section: 'id of one section; wins over outline',
    version: 'an earlier version; left out: the newest',
  },
  // threadView in thread.ts, which reads only those posts; `fromSeq` below
  thread: {
    before: `seq: up to ${reads.markdownThread.posts} posts before it`,
    since: `seq: up to ${reads.markdownThread.posts} posts after it; wins over before`,
  },
  // searchView in search.ts, which hands them to the search
  search: {
    q: 'words; type: hub: is: in: narrow it',
    lane: 'pads, open, new or guests',
    cursor: 'next page',
  },
} as const satisfies Readonly<Record<string, { readonly [Name in keyof Options]?: string }>>

type Page = keyof typeof markdownOptions

export const optionsInMarkdown = (page: Page): readonly (keyof Options)[] =>
  Object.keys(markdownOptions[page]) as (keyof Options)[]

/** A section wins over the outline. */
export const inOutline = ({ outline, section }: Options): boolean => outline === true && section === undefined

/** `since` wins over `before`; without either the latest posts are shown. */
export function fromSeq({ before, since }: Options): Pick<Options, 'before' | 'since'> {
  if (since !== undefined) return { since }
  return before === undefined ? {} : { before }
}
