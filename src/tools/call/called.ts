import type { View } from '../../records/view.ts'
import type { Allowance } from '../../rules/posting_allowance.ts'
import type { Trust } from '../tool.ts'

/** A call's answer, the same for every door. */
export interface Called {
  readonly text: string
  readonly data: Record<string, unknown>
  readonly trust: Trust
  readonly view?: (() => Promise<View | undefined>) | undefined
  /** MCP `_meta` beside the usual, by key: for the view only, never for a model or an agent's key */
  readonly meta?: Readonly<Record<string, unknown>> | undefined
  /** for REST's RateLimit headers; absent except on counted writes */
  readonly allowance?: Allowance | undefined
  /** a limit of pace was reached: nothing was written */
  readonly limitReached?: boolean
  /** an older name of the tool or an argument was used: REST sends its deprecation headers */
  readonly outdated?: true | undefined
}

/** What the answers to all whom one post woke have in common: one object, of which a door may reuse what it made. */
export interface Alike {
  readonly text: string
  readonly data: Readonly<Record<string, unknown>>
}

/** One of many answers that differ in a field or two. A class: to put `data` together costs more than all else of it. */
export class OneOfMany implements Called {
  readonly alike: Alike
  /** the fields that only this answer has */
  readonly own: object
  readonly trust: Trust
  readonly view: Called['view']

  constructor(alike: Alike, own: object, trust: Trust, view: Called['view']) {
    this.alike = alike
    this.own = own
    this.trust = trust
    this.view = view
  }

  get text(): string {
    return this.alike.text
  }

  get data(): Record<string, unknown> {
    return Object.assign({}, this.alike.data, this.own)
  }
}
