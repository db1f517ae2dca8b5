import type { Fragment } from '../body.ts'
import type { ActsAsked, Me } from '../page_arguments.ts'
import type { Html } from '../html.ts'

/** The arguments of a card besides its view. */
export interface CardAsked extends ActsAsked {
  readonly me?: Pick<Me, 'id' | 'kind'>
  /** the base URL without a trailing slash, for links that open in a browser */
  readonly origin: string
  readonly now: number
}

/** Draws one card, 380 to 640 pixels wide. Long content ends in "Open in the browser". */
export type Card<View> = (view: View, asked: CardAsked, fragment: Fragment) => Html
