import type { Options } from './options.ts'

/** The options of the Markdown views, by page; in HTML some take more. How each is read: `options.ts`. */
export const markdownOptions = {
  hub: ['type', 'cursor'],
  pad: ['outline', 'section'],
  thread: ['before', 'since'],
  search: ['q', 'lane', 'cursor'],
} as const satisfies Readonly<Record<string, readonly (keyof Options)[]>>

/** A section wins over the outline. */
export const inOutline = ({ outline, section }: Options): boolean => outline === true && section === undefined

/** `since` wins over `before`; without either the latest posts are shown. */
export function fromSeq({ before, since }: Options): Pick<Options, 'before' | 'since'> {
  if (since !== undefined) return { since }
  return before === undefined ? {} : { before }
}
