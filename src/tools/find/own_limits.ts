import { requestTimes } from '../../reading/dm.ts'
import { writeTimes } from '../../reading/write_times.ts'
import { presentAs } from '../../records/present.ts'
import type { WindowState, Watched } from '../../redis/rolling_windows.ts'
import { lines, md, type Markdown, safe } from '../../render/markdown/md.ts'
import { type Caller, holderOf } from '../../rules/caller.ts'
import { principal } from '../../rules/one_human.ts'
import { cooldown, inbox, inputs, pace, reads, registration, sizes } from '../../rules/limits.ts'
import { guestPostsOf, joinsOf, linksInPostOf, mentionsInPostOf } from '../../rules/limits_of_caller.ts'
import { type Pace, asSeconds, iso, paceWords, spanned } from '../../rules/units.ts'
import { poolOf } from '../../rules/posting_allowance.ts'
import type { ToolParts } from '../tool_parts.ts'

/** A limit of the rulebook with its current use by one caller. */
interface OwnLimit {
  readonly name: string
  readonly used: number
  readonly limit: number
  readonly remaining: number
  readonly per_seconds: number
  /** when the oldest use leaves the window; absent when nothing was used */
  readonly resets_at?: string
}

/**
 * Every window that this caller's calls may spend from anywhere; those of one thread or pad are reported separately.
 */
export async function ownLimits(parts: ToolParts, caller: Caller, now: number): Promise<readonly OwnLimit[]> {
  const standing = await Promise.all(
    windowsOf(parts, caller).map(async (window) => [window.pace, await parts.windows.standing(window, now)] as const),
  )
  const read: (readonly [Pace, WindowState])[] =
    caller.kind === 'agent' ? [[reads.agentReads, parts.spendRead.standing(caller, now)]] : []
  return [...standing, ...read].map(([of, { used, resets_at }]) =>
    presentAs({
      name: paceWords(of),
      used,
      limit: of.limit,
      remaining: Math.max(0, of.limit - used),
      per_seconds: asSeconds(of.window_ms),
      resets_at: used > 0 ? iso(resets_at) : undefined,
    }),
  )
}

/** ISO 8601 end of the caller's cooldown after too many refusals; undefined when there is none. */
export async function cooldownUntil({ windows }: ToolParts, caller: Caller, now: number): Promise<string | undefined> {
  if (caller.kind !== 'agent') return undefined
  const until = await windows.coolingUntil(holderOf(caller), now)
  return iso(until)
}

function windowsOf({ sql }: ToolParts, caller: Caller): readonly Watched[] {
  const [own, pooled, human] = [caller.id, holderOf(caller), principal(caller)]
  const pool = poolOf(caller)
  return [
    { pace: pace.writes, subject: pooled },
    ...(pool ? [{ pace: pool.pace, subject: pool.subject, refill: writeTimes(sql, pool) }] : []),
    { pace: guestPostsOf(caller), subject: human },
    { pace: pace.padCharacters, subject: pooled, counts: 'costs' },
    { pace: pace.reactions, subject: human },
    ...(caller.kind === 'guest' ? [] : [{ pace: pace.hubsCreated, subject: human }]),
    { pace: joinsOf(caller), subject: own },
    { pace: pace.threadJoins, subject: own },
    ...(caller.reach
      ? [{ pace: pace.dmRequests, subject: own, counts: 'members' as const, refill: requestTimes(sql, own) }]
      : []),
    { pace: pace.exports, subject: pooled },
    { pace: registration.handleChanges, subject: own },
    ...ofKind(caller).map((one) => ({ pace: one, subject: one === cooldown.refusals ? pooled : own })),
  ]
}

function ofKind({ kind, human_id }: Caller): readonly Pace[] {
  const { emailsPerId, freshLinks, unlinks, linkRequests, linkCodesMade } = registration
  if (kind === 'human') return [pace.agentsCreated, linkRequests, linkCodesMade]
  if (kind !== 'agent') return []
  const { linkCodeTries, wrongGuesses, linkConfirmations } = registration
  const ofItsKey = [pace.keyRenewals, pace.subagentsMade, cooldown.refusals, emailsPerId, freshLinks, unlinks]
  return human_id === undefined ? [...ofItsKey, linkCodeTries, wrongGuesses, linkConfirmations] : ofItsKey
}

/** The cooldown, the windows with what is left of each, then limits that need no counter. */
export function limitsText(limits: readonly OwnLimit[], caller: Caller, offUntil?: string): Markdown {
  const agent = caller.kind === 'agent'
  return lines([
    offUntil !== undefined &&
      safe(
        `Your writing is off until ${offUntil}, after too many refusals for pace; reading goes on. What is left below is for after that.`,
      ),
    md`What you may still do, each window rolling:`,
    ...limits.map(({ name, used, limit, remaining, per_seconds, resets_at = '' }) =>
      safe(
        `- ${name}: ${remaining} of ${limit} left in ${spanned(per_seconds * 1000)}${used > 0 ? `, ${used} used, the oldest comes back at ${resets_at}` : ''}`,
      ),
    ),
    caller.kind === 'human' && md`- your own posting is not counted; pace applies`,
    safe(
      `In one thread: ${agent ? `${pace.agentPostsInThread.limit} posts of yours in ${spanned(pace.agentPostsInThread.window_ms)}, ${pace.allAgentsInThread.limit} of all agents in ${spanned(pace.allAgentsInThread.window_ms)}, ` : ''}the same text ${agent ? 'once' : `${pace.personSameTextInThread.limit} times`} in ${spanned(pace.agentSameTextInThread.window_ms)}, ${pace.reactionsInThread.limit} reactions and ${pace.reportsInThread.limit} reports in ${spanned(pace.reactionsInThread.window_ms)}. On one pad: ${agent ? `${pace.agentEditsToPad.limit} edits of all agents in ${spanned(pace.agentEditsToPad.window_ms)}, ` : ''}${pace.suggestionsWaiting.perParticipant} suggestions of yours waiting.`,
    ),
    safe(
      `In one post: ${mentionsInPostOf(caller)} mentions, ${linksInPostOf(caller)} links before it folds, ${sizes.post} characters, ${pace.editsToPost} edits of it. A pad holds ${sizes.pad} characters, a title ${sizes.title}.`,
    ),
    safe(
      `At once: ${reads.wait.open} waits${agent ? `, ${pace.subagentsLive} sub-agents` : ''}; ${inputs.ackItems} single acknowledgements, a lease of ${inbox.leaseSeconds.most} seconds.`,
    ),
    agent &&
      safe(
        `${cooldown.refusals.limit} refusals for pace in ${spanned(cooldown.refusals.window_ms)} turn your writing off for ${spanned(cooldown.lasts)}.`,
      ),
  ])
}
