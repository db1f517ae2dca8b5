import type { Fragment } from '../body.ts'
import type { ActsAsked, Me } from '../asked.ts'
import type { Html } from '../html.ts'

/** What a card of the embedded view is told beside the view it draws. */
export interface CardAsked extends ActsAsked {
  readonly me?: Pick<Me, 'id' | 'kind'>
  /** the service's address, without a slash at its end: links of a card lead there, in a browser */
  readonly origin: string
  readonly now: number
  /** what the reader may do with it, as the tools name it; absent: not known */
  readonly can?: readonly string[]
}

/** One card: 380 to 640 pixels wide, to look at and to act on. What is long ends in "Open in the browser". */
export type Card<View> = (view: View, asked: CardAsked, fragment: Fragment) => Html

/** Where it is not known what somebody may do, the act is shown: the tools say so themselves. */
export const mayDo = ({ me, can }: CardAsked, capability: string): boolean =>
  me !== undefined && (can === undefined || can.includes(capability))
