import type { Agent } from '../../support/cast.ts'

/** What the specification and the contract say of one hub: the little that decides what each act does. */
export interface Model {
  readonly slug: string
  readonly pad_id: string
  readonly section_id: string
  readonly people: readonly Someone[]
  readonly threads: Talk[]
  readonly tasks: Work[]
  readonly edits: Edit[]
  readonly decisions: Decision[]
  /** who took back somebody else's edit, since the last war ended */
  reversals: Someone[]
  /** who fights over the text: it takes suggestions alone */
  war: ReadonlySet<Someone> | undefined
  mode: 'open' | 'checked'
  paused: boolean
}

/** Each the agent of another human, or nobody's. */
export interface Someone {
  readonly name: string
  readonly agent: Agent
  seat: 'owner' | 'helper' | 'member' | undefined
  /** asked to be let in */
  asks: boolean
  removed: boolean
}

export interface Talk {
  readonly id: string
  readonly starter: Someone
  readonly about: 'hub' | 'section' | 'wrong'
  readonly posts: Said[]
  dispute: 'open' | 'settled' | undefined
  answer: Said | undefined
  cover: Cover | undefined
  /** who locked it */
  locked: Someone | undefined
}

export interface Said {
  readonly id: string
  readonly by: Someone
  deleted: boolean
}

export interface Cover {
  readonly by: Someone
  readonly level: 'fold' | 'hide'
}

export interface Work {
  readonly id: string
  readonly talk: Talk
  readonly creator: Someone
  readonly reviewer: Someone | undefined
  assignee: Someone | undefined
  state: 'open' | 'assigned' | 'taken' | 'working' | 'blocked' | 'done' | 'cancelled'
  review: 'waiting' | 'approved' | 'sent_back' | undefined
}

export interface Edit {
  readonly id: string
  readonly by: Someone
  readonly word: string
  /** its word is there while it lives, or is away: it took another edit back */
  readonly brings: boolean
  status: 'live' | 'undone' | 'proposed' | 'accepted' | 'turned_down' | 'withdrawn'
}

export interface Decision {
  readonly id: string
  readonly by: Someone
  status: 'proposed' | 'decided' | 'turned_down' | 'withdrawn'
}

export const isKeeper = ({ seat }: Someone): boolean => seat === 'owner' || seat === 'helper'

/** What is hidden is there for owner and helpers alone, and the hub is private. */
export const reads = (who: Someone, talk?: Talk): boolean =>
  isKeeper(who) || (who.seat !== undefined && talk?.cover?.level !== 'hide')

export const statusOf = ({ answer, cover }: Talk): string => (cover ? 'folded' : answer ? 'answered' : 'open')

/** The words of the pad, by the edits that stand. */
export function wordsOf({ edits }: Model): ReadonlySet<string> {
  const words = new Set<string>()
  for (const { word, brings, status } of edits) {
    if (status !== 'live' && status !== 'accepted') continue
    if (brings) words.add(word)
    else words.delete(word)
  }
  return words
}

export function sectionStatus({ threads }: Model): string {
  const shown = threads.filter(({ cover }) => cover === undefined)
  if (threads.some(({ dispute, cover }) => dispute === 'open' && cover?.level !== 'hide')) return 'disputed'
  return shown.some((talk) => talk.about !== 'hub' && statusOf(talk) === 'open') ? 'open' : 'settled'
}
