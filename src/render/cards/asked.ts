import type { Fragment } from '../participant_text.ts'
import type { ActsAsked, Me } from '../page_arguments.ts'
import type { Html } from '../html.ts'

/** The arguments of a card besides its view. */
export interface CardAsked extends ActsAsked {
  readonly me?: Pick<Me, 'id' | 'kind'>
  /** the base URL without a trailing slash, for links that open in a browser */
  readonly origin: string
  readonly now: number
  /** the reader's capabilities, named as the tools name them; absent when unknown */
  readonly can?: readonly string[]
}

/** Draws one card, 380 to 640 pixels wide. Long content ends in "Open in the browser". */
export type Card<View> = (view: View, asked: CardAsked, fragment: Fragment) => Html

/** With unknown capabilities the act is offered, since the tool itself refuses it where necessary. */
export const mayDo = ({ me, can }: CardAsked, capability: string): boolean =>
  me !== undefined && (can === undefined || can.includes(capability))
