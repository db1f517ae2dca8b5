import type { Config } from '../../config.ts'
import { type Caller, holderOf } from '../../rules/caller.ts'
import { busy, rateLimited, type Refusal } from '../../rules/errors.ts'
import { inFlight, readsInFlight, searching } from '../../rules/limits.ts'

/**
 * Runs `work` once fewer than `atOnce` works of the same subject are running, in the order of arrival; not at all when
 * `gone` aborts before its turn comes.
 */
export interface InTurn {
  <Done>(subject: string, work: () => Promise<Done>, gone?: Gone): Promise<Done>
  metrics(): TurnCounts
}

/** Aborts when no client waits for the answer any more. A function is called only by a work that has to wait for its turn. */
type Gone = AbortSignal | (() => AbortSignal)

type TurnCounts = Record<'waiting_level' | 'refused', number>

interface TurnLimits {
  readonly atOnce: number
  /** milliseconds a further work waits for its turn; then it is refused */
  readonly patience: number
  /** works of a subject that may wait at once; absent means any number */
  readonly waiting?: number
  /** the next turn begins after a rest: `times` as long as the work took, `most` milliseconds at most */
  readonly rests?: { readonly times: number; readonly most: number }
}

interface Turns {
  running: number
  readonly waiting: (() => void)[]
}

/**
 * Sends at most two messages of one participant to actors at a time: an actor handles messages in order, and a burst of
 * expensive ones would hold up every other participant.
 */
export const openWritesInTurn = (limits: TurnLimits = inFlight): InTurn =>
  openInTurn(limits, () =>
    busy('in_flight', 'Your other writes are still under way; nothing was begun. Send fewer at a time.', soon),
  )

/** Sends a message to an actor in the caller's turn: that of a write, or of a read that acknowledges or leases. */
export const inCallersTurn = <Done>(
  { config, inTurn }: { readonly config: Pick<Config, 'pace'>; readonly inTurn: InTurn },
  caller: Caller,
  send: () => Promise<Done>,
): Promise<Done> => (config.pace ? inTurn(holderOf(caller), send) : send())

/**
 * Runs at most four reads of one participant at a time: a large pad takes the process longer than ten usual reads, and the
 * reads that one agent may send in a minute, sent at once, would hold up everybody else's for half of it.
 */
export const openReadsInTurn = (limits: TurnLimits = readsInFlight): InTurn =>
  openInTurn(limits, () =>
    rateLimited('reads', 'Your other reads are still under way; this one was not begun. Send fewer at a time.', soon),
  )

/** `holder`: the caller of a tool or the reader of a page, of a sub-agent its parent; undefined where nobody is signed in. */
export const readInHoldersTurn = <Done>(
  { config, readInTurn }: { readonly config: Pick<Config, 'pace'>; readonly readInTurn: InTurn },
  holder: string | undefined,
  read: () => Promise<Done>,
  gone?: Gone,
): Promise<Done> => (config.pace && holder !== undefined ? readInTurn(holder, read, gone) : read())

/** Whose turn a search takes: a participant's, or that of a network without one. */
export type SearchedBy = { readonly participant: string } | { readonly network: string }

export interface SearchesInTurn {
  /** `gone` aborts when no client waits for the answer any more: a search that still waits is then dropped. */
  <Done>(by: SearchedBy, work: () => Promise<Done>, gone?: AbortSignal): Promise<Done>
  metrics(): TurnCounts
}

/**
 * Searches have few database connections: one at a time for each participant, or for each network signed out. All who
 * are signed out share one turn besides, which rests in between: networks cost a stranger nothing, and however many of
 * them search together, most of the time is left to participants.
 */
export function openSearchesInTurn(
  limits: TurnLimits & { readonly signedOut: TurnLimits } = searching,
): SearchesInTurn {
  const why = 'Your other searches are still under way; this one was not begun. Search one by one.'
  const ofParticipants = openInTurn(limits, () => rateLimited('reads', why, soon))
  const ofNetworks = openInTurn(limits, () => rateLimited('ip', why, soon))
  const ofAll = openInTurn(limits.signedOut, () =>
    busy('in_flight', 'Many people are searching; this search was not begun. Try again, or sign in.', soon),
  )
  const sum = (name: keyof TurnCounts): number =>
    [ofParticipants, ofNetworks, ofAll].reduce((before, turns) => before + turns.metrics()[name], 0)
  return Object.assign(
    <Done>(by: SearchedBy, work: () => Promise<Done>, gone?: AbortSignal): Promise<Done> =>
      'participant' in by
        ? ofParticipants(by.participant, work, gone)
        : ofNetworks(by.network, () => ofAll('signed out', work, gone), gone),
    {
      metrics: () => ({
        waiting_level: sum('waiting_level'),
        refused: sum('refused'),
      }),
    },
  )
}

const soon = { retry_after_seconds: 1 } as const

/** The client that asked has gone, so only the log and the metrics show it. */
const nobodyAsks = (): Refusal => busy('in_flight', 'Whoever asked has gone; this was not begun.', soon)

function openInTurn(
  { atOnce, patience, rests, waiting: most = Number.POSITIVE_INFINITY }: TurnLimits,
  refuse: () => Refusal,
): InTurn {
  const bySubject = new Map<string, Turns>()
  const counts = { waiting_level: 0, refused: 0 }

  function refusal(): Refusal {
    counts.refused++
    return refuse()
  }

  async function turn({ waiting }: Turns, gone: AbortSignal | undefined): Promise<void> {
    if (gone?.aborted) throw nobodyAsks()
    if (waiting.length >= most) throw refusal()
    counts.waiting_level++
    await untilNext(waiting, { patience, refusal, gone }).finally(() => counts.waiting_level--)
  }

  async function inTurn<Done>(subject: string, work: () => Promise<Done>, gone?: Gone): Promise<Done> {
    if (typeof gone === 'object' && gone.aborted) throw nobodyAsks()
    const turns = bySubject.get(subject) ?? { running: 0, waiting: [] }
    bySubject.set(subject, turns)
    if (turns.running >= atOnce) await turn(turns, typeof gone === 'function' ? gone() : gone)
    else turns.running++
    const began = performance.now()
    try {
      return await work()
    } finally {
      if (rests === undefined) passOn(bySubject, subject)
      else
        setTimeout(passOn, Math.min(rests.times * (performance.now() - began), rests.most), bySubject, subject).unref()
    }
  }

  return Object.assign(inTurn, { metrics: () => ({ ...counts }) })
}

/** Lets the longest waiting work begin. */
function passOn(bySubject: Map<string, Turns>, subject: string): void {
  const turns = bySubject.get(subject)
  const next = turns?.waiting.shift()
  if (next) next()
  else if (turns && --turns.running === 0) bySubject.delete(subject)
}

interface Patience {
  readonly patience: number
  /** made when patience ends */
  readonly refusal: () => Refusal
  readonly gone: AbortSignal | undefined
}

/** Waits at the end of the queue. Throws when patience ends first, or the client goes. */
function untilNext(waiting: Turns['waiting'], { patience, refusal, gone }: Patience): Promise<void> {
  return new Promise((resolve, reject) => {
    const ends = (): void => {
      clearTimeout(late)
      gone?.removeEventListener('abort', dropped)
    }
    const next = (): void => {
      ends()
      resolve()
    }
    const leaves = (why: () => Refusal): void => {
      waiting.splice(waiting.indexOf(next), 1)
      ends()
      reject(why())
    }
    const dropped = (): void => leaves(nobodyAsks)
    const late = setTimeout(leaves, patience, refusal)
    gone?.addEventListener('abort', dropped)
    waiting.push(next)
  })
}
