import type { FoldReason, ReportReason } from '../../../rules/lists.ts'

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
