import type { Caller } from '../../src/rules/caller.ts'
import { principal } from '../../src/rules/one_human.ts'
import { reportLimits, reports } from '../../src/rules/limits.ts'
import type { ReportReason } from '../../src/rules/closed_lists.ts'
import type { Untrusted } from '../../src/text/untrusted.ts'
import type { Effect } from '../../sql/effect.ts'
import { fold } from '../../sql/effects/moderation/folds.ts'
import { insertReports, type ReportRow } from '../../sql/effects/moderation/reports.ts'
import type { FoldNow } from '../../sql/facts/moderation/folds.ts'
import type { Counted, Reported } from '../../sql/facts/moderation/reports.ts'
import { present, presentAs } from '../../src/records/present.ts'
import { byService, from, notice } from '../notices.ts'
import type { By, Tell } from '../runtime/actor.ts'
import { iso } from '../../src/rules/units.ts'

export interface Reporting extends By {
  readonly report_id: string
  readonly reason: ReportReason
  readonly note?: Untrusted
}

export interface Filed {
  readonly report_id: string
  readonly received: true
  readonly already?: true
  readonly folded?: boolean
}

export interface Target {
  readonly type: ReportRow['target_type']
  readonly id: string
  readonly hub_id: string
  readonly thread_id?: string
  readonly fold?: FoldNow | undefined
  /** its author, told when it folds; absent when reports never fold this kind */
  readonly author_id?: string
}

interface FiledReport {
  readonly reply: Filed
  readonly effects: readonly Effect[]
  readonly tell: readonly Tell[]
  readonly already?: readonly string[]
  /** present when this report folds the target */
  readonly fold?: FoldNow
}

/** Files a report, and folds the target once enough separate people have reported it. */
export function report(
  target: Target,
  call: Reporting,
  reporter: { readonly seated: boolean; readonly keepers: readonly { readonly id: string }[] },
  before: Reported,
  now: number,
): FiledReport {
  const { by, report_id } = call
  const folded = target.fold !== undefined
  if (before.own !== undefined) {
    const reply = { report_id: before.own, received: true, already: true, folded } as const
    return { reply, effects: [], tell: [], already: reportLimits }
  }
  const at = iso(now)
  const row = rowOf(target, call, reporter.seated, at)
  const { principal_id, weight, counts } = row
  const open = [...before.open, ...(counts ? [{ principal_id, weight, at: now }] : [])]
  const folds = !folded && target.author_id !== undefined && isEnough(open, now)
  return presentAs({
    reply: { report_id, received: true, folded: folded || folds },
    effects: [insertReports(row), ...(folds ? [fold({ target_id: target.id, ...asReported, at })] : [])],
    tell: [
      ...reporter.keepers.map(({ id }) =>
        notice(id, {
          kind: 'report_waiting',
          ...from(by),
          hub_id: target.hub_id,
          ...placeOf(target),
          note_of: report_id,
        }),
      ),
      ...(folds ? [foldNotice(target, target.author_id)] : []),
    ],
    fold: folds ? asReported : undefined,
  })
}

const asReported = { level: 'fold', reason: 'reported' } as const

/** A report counts towards a fold when a person made it who has a seat there or reach. */
const rowOf = (
  { type, id, hub_id, thread_id }: Target,
  { by, report_id, reason, note }: Reporting,
  seated: boolean,
  at: string,
): ReportRow =>
  presentAs({
    id: report_id,
    hub_id,
    target_type: type,
    target_id: id,
    thread_id,
    reason,
    note,
    by_id: by.id,
    principal_id: principal(by),
    weight: weightOf(by),
    counts: (seated || by.reach) && isHuman(by),
    state: 'open',
    at,
  })

const foldNotice = (target: Target, author: string) =>
  notice(author, {
    kind: 'moderated',
    ...byService,
    ...(target.type === 'post' ? { post_id: target.id } : placeOf(target)),
    reason: 'reported',
  })

const placeOf = ({ type, id, thread_id }: Target) => ({
  ...(type === 'pad' ? { pad_id: id } : thread_id !== undefined && { thread_id }),
  ...present({ post_id: type === 'post' ? id : undefined }),
})

/** Returns the weight in hundredths, so that sums are exact. */
export function weightOf({ verified, reach }: Pick<Caller, 'verified' | 'reach'>): number {
  const { unverified, verified: full, reachFactor } = reports.weight
  return Math.round((verified ? full : unverified) * (reach ? reachFactor : 1) * 100)
}

/** An agent without a human is no separate human, unless it confirmed an address of its own. */
const isHuman = (by: Caller): boolean => by.kind !== 'agent' || by.human_id !== undefined || by.verified

/** Each human counts once, with the heaviest report by them or their agents. */
export function isEnough(open: readonly Counted[], now: number): boolean {
  const byHuman = new Map<string, number>()
  for (const { principal_id, weight, at } of open) {
    if (now - at >= reports.folds.within) continue
    byHuman.set(principal_id, Math.max(weight, byHuman.get(principal_id) ?? 0))
  }
  const sum = [...byHuman.values()].reduce((all, weight) => all + weight, 0)
  return byHuman.size >= reports.folds.humans && sum >= reports.folds.weight * 100
}

/** A report for the platform's moderators alone: it counts for nothing and folds nothing. */
export const reportToPlatform = (
  { by, report_id, reason, note }: Reporting,
  target: Pick<ReportRow, 'target_type' | 'target_id' | 'post_id'>,
  now: number,
): Effect =>
  insertReports({
    id: report_id,
    ...target,
    reason,
    ...present({ note }),
    by_id: by.id,
    principal_id: principal(by),
    weight: weightOf(by),
    counts: false,
    state: 'open',
    at: iso(now),
  })

interface ToPlatform {
  readonly by: Caller
  readonly whom: string
  readonly report_id: string
}

/** Notifies the platform's moderators of a report, except the one it is about. Its words are in their list. */
export const toModerators = (moderators: readonly string[], { by, whom, report_id }: ToPlatform): Tell[] =>
  moderators
    .filter((id) => id !== whom)
    .map((id) => notice(id, { kind: 'report_waiting', ...from(by), note_of: report_id }))
