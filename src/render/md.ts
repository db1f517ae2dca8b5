import { type Untrusted, words } from '../text/untrusted.ts'

declare const brand: unique symbol

/** Text the service may print as its own: literals of ours, everything inserted escaped or fenced. */
export interface Markdown {
  readonly [brand]: 'safe to print'
}

export const safe = (text: string): Markdown => text as unknown as Markdown
export const printed = (text: Markdown): string => text as unknown as string

/** Marks a value as Markdown already made by md or fence. */
export type Inserted = Markdown | Untrusted | string | number

const special = /[\\`*_{}[\]()<>#+\-.!|~&:@"'=$^]/g

/** A title, name or cell on one line: every character Markdown could read gets a backslash. */
export const escaped = (text: Untrusted | string): Markdown =>
  safe(
    words(text as Untrusted)
      .replace(/\s+/g, ' ')
      .replace(special, '\\$&'),
  )
