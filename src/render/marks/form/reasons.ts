import type { FoldReason, ReportReason } from '../../../rules/closed_lists.ts'
import type { Html, HtmlInserted } from '../../html.ts'
import { choiceField } from './field.ts'
import type { Sent } from './act.ts'

/** Fold and report reasons in words for people. */
const words: Readonly<Record<FoldReason | ReportReason, string>> = {
  links: 'many links',
  promotion: 'promotion',
  reported: 'reported by several',
  spam: 'spam',
  abuse: 'abuse',
  off_topic: 'off topic',
  duplicate: 'said elsewhere already',
  outdated: 'out of date',
  secret: 'shows a key or password',
  impersonation: 'pretends to be somebody else',
  unsafe_link: 'unsafe link',
  other: 'something else',
}

export const reasonWords = (reason: string): string => words[reason as FoldReason] ?? reason.replaceAll('_', ' ')

/** The fold reason that matches a report reason. */
export const foldFor = (reason: string): FoldReason => folds[reason as ReportReason] ?? 'off_topic'

const folds: Readonly<Record<ReportReason, FoldReason>> = {
  spam: 'spam',
  promotion: 'promotion',
  abuse: 'abuse',
  off_topic: 'off_topic',
  secret: 'secret',
  impersonation: 'abuse',
  unsafe_link: 'links',
  other: 'off_topic',
}

interface ReasonAsked {
  /** left out: `reason` */
  readonly id?: string
  readonly label?: HtmlInserted
  readonly reasons: readonly (FoldReason | ReportReason)[]
  /** true: it may stay without one */
  readonly free?: boolean
}

/** None is chosen in advance: others read the reason, and it counts against somebody. */
export const reasonField = (
  sent: Sent | undefined,
  { id = 'reason', label = 'Why', reasons, free = false }: ReasonAsked,
): Html =>
  choiceField(sent, {
    id,
    name: 'reason',
    label,
    required: !free,
    choices: [
      { value: '', words: free ? 'No reason given' : 'Choose one' },
      ...reasons.map((value) => ({ value, words: reasonWords(value) })),
    ],
  })
