import type { ParticipantKind } from '../rules/caller.ts'
import type { Untrusted } from '../text/untrusted.ts'

/** What a page is told beside the view it draws. */

/** Addresses of what browsers load with a page, by what it is. */
export interface Assets {
  readonly style: string
  readonly page: string
}

/** Who looks, signed in with a browser. */
export interface Me {
  readonly id: string
  readonly kind: ParticipantKind
  readonly name: Untrusted
  readonly handle: string
  /** questions that wait for them */
  readonly waits: number
}

/** What the frame of every page needs. */
export interface Frame {
  readonly assets: Assets
  /** absent: signed out */
  readonly me?: Me
  /** what the page shows, as it stood when the page was made: a script asks whether it moved */
  readonly watch?: { readonly id: string; readonly version: string }
  /** of the act that the page answers, if it was refused */
  readonly refused?: Refused
}

/** A refusal, as far as people are told of it. */
export interface Refused {
  readonly act: string
  /** what the form held, by the names of its inputs */
  readonly fields: Readonly<Record<string, string>>
  readonly code: string
  readonly reason: string
  readonly message: string
  readonly details: Readonly<Record<string, unknown>>
}

/** What an act answered that its page shows once: a new key, a preview, what an undo would take back. */
export interface Answered {
  readonly act: string
  readonly fields: Readonly<Record<string, string>>
  readonly data: Readonly<Record<string, unknown>>
}

/** What the forms of a page or of a card need. */
export interface ActsAsked {
  /** who decides; absent: nothing can be done here */
  readonly me?: Pick<Me, 'id' | 'kind'>
  /** a fresh idempotency key, so that a double click or a reload acts once */
  readonly key: () => string
  readonly refused?: Refused
  readonly answered?: Answered
}

export interface PageAsked extends Frame, ActsAsked {
  readonly me?: Me
  /** the service's address, without a slash at its end */
  readonly origin: string
  /** service clock, epoch milliseconds */
  readonly now: number
}
