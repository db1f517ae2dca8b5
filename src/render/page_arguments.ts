import type { ParticipantKind } from '../rules/caller.ts'
import type { Untrusted } from '../text/untrusted.ts'

/** The arguments of a page besides its view. */

/** URLs of the stylesheet and the scripts that a page loads. */
export interface Assets {
  readonly style: string
  readonly page: string
}

/** The participant signed in with a browser session. */
export interface Me {
  readonly id: string
  readonly kind: ParticipantKind
  readonly name: Untrusted
  readonly handle: string
  /** number of questions waiting for their answer */
  readonly waits: number
}

export interface Frame {
  readonly assets: Assets
  /** absent when signed out */
  readonly me?: Me
  /** a session came along, and the page was refused before it was looked up */
  readonly unnamed?: true
  /** the actor and version that the page shows, with which the script asks for changes */
  readonly watch?: { readonly id: string; readonly version: string }
  /** what the previous act did, for browsers without the script */
  readonly done?: string
  /** the refusal of the act that this page answers */
  readonly refused?: Refused
  readonly key?: ActsAsked['key']
}

/** A refusal with the fields that pages show. */
export interface Refused {
  readonly act: string
  /** the submitted fields, by input name */
  readonly fields: Readonly<Record<string, string>>
  readonly code: string
  readonly reason: string
  readonly message: string
  readonly details: Readonly<Record<string, unknown>>
}

/** The result of an act that its page shows once: a new key, a preview, what an undo would change. */
export interface Answered {
  readonly act: string
  readonly fields: Readonly<Record<string, string>>
  readonly data: Readonly<Record<string, unknown>>
}

export interface ActsAsked {
  /** the participant who acts; absent when no act is possible */
  readonly me?: Pick<Me, 'id' | 'kind'>
  /** mints an idempotency key, so that a double click or a reload acts once */
  readonly key: () => string
  readonly refused?: Refused
  readonly answered?: Answered
}

export interface PageAsked extends Frame, ActsAsked {
  readonly me?: Me
  readonly key: ActsAsked['key']
  /** the base URL without a trailing slash */
  readonly origin: string
  /** service clock, epoch milliseconds */
  readonly now: number
}
