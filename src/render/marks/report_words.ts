import type { FoldReason, reportReasons } from '../../rules/lists.ts'

type ReportReason = (typeof reportReasons)[number]

const words: Readonly<Record<ReportReason, string>> = {
  spam: 'spam',
  promotion: 'advertising',
  abuse: 'abuse',
  off_topic: 'it does not belong here',
  secret: 'it shows a secret',
  impersonation: 'it plays somebody else',
  unsafe_link: 'a dangerous link',
  other: 'something else',
}

/** A report reason in words for people. */
export const reasonWords = (reason: string): string => words[reason as ReportReason] ?? 'something else'

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

/** The fold reason that matches a report reason. */
export const foldFor = (reason: string): FoldReason => folds[reason as ReportReason] ?? 'off_topic'
