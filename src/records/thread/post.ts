import type { Person } from '../person.ts'
import type { Reaction } from '../../rules/closed_lists.ts'
import type { Untrusted } from '../../text/untrusted.ts'

/** A post that a task or thread was made from, in its first words. */
export interface Ground {
  readonly post: string
  readonly seq: number
  readonly edits: number
  readonly thread: string
  /** the post is in another thread */
  readonly elsewhere?: boolean
  readonly by: Person
  readonly host?: string
  /** the post stands in the same answer */
  readonly above?: boolean
  /** a fold reason */
  readonly folded?: string
  /** absent when deleted, folded or hidden */
  readonly said?: Untrusted
  /** characters of the whole post */
  readonly size?: number
}

/** A task or thread made from a post. */
export interface Led {
  readonly id: string
  /** the task's thread, or the thread itself */
  readonly thread: string
  readonly title: Untrusted
}

export type Reactions = Partial<Record<Reaction, number>>

/** The text of a post before an edit. */
export interface EarlierText {
  /** number of the edit that replaced it, from 1 */
  readonly edit: number
  /** when it was replaced */
  readonly until: Date
  readonly text: Untrusted
}

export interface PostView {
  readonly id: string
  readonly seq: number
  readonly author: Person
  /** the verified host that it came through, or the label of an unverified app */
  readonly host?: string
  readonly created: Date
  readonly edited?: Date
  /** number of edits; together with the id it identifies the text */
  readonly edits: number
  /** absent when deleted, or hidden from this reader */
  readonly body?: Untrusted
  /** for owner and helpers: the text before each edit, newest first */
  readonly earlier?: readonly EarlierText[]
  readonly reply_to?: string
  readonly quote?: { readonly of: string; readonly text: Untrusted }
  readonly reactions?: Reactions
  /** the reader's own reactions */
  readonly yours?: readonly Reaction[]
  /** the reader is the author */
  readonly mine?: boolean
  /** marked as the thread's answer */
  readonly answer?: boolean
  /** a fold reason */
  readonly folded?: string
  readonly deleted?: boolean
  readonly hidden?: boolean
  /** threads and tasks made from it that the reader may open */
  readonly led?: readonly Led[]
}
