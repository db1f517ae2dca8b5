import type { Redis } from 'ioredis'
import { busy } from '../rules/errors.ts'
import type { Pace } from '../rules/units.ts'
import { cooldownKey, warmKey, windowKey } from './keys.ts'
import { type WindowCommands, windowMissing } from './rolling_window_scripts.ts'

/** One rolling window that a write spends from. All windows roll but those per IP (`http/request/count_per_ip.ts`). */
export interface Spend {
  readonly pace: Pace
  /** owner of the pool: an id, or several joined */
  readonly subject: string
  /** default 1; windows that count characters spend that many */
  readonly cost?: number
  /** For windows that count distinct things, such as the threads of a text: the thing. The same one again is free. */
  readonly member?: string
  /** for a window that survives a wiped Redis (not one of costs): returns earlier spends from PostgreSQL, epoch ms */
  readonly refill?: (since: number) => Promise<readonly number[]>
}

export interface WindowState {
  /** what the window holds now */
  readonly used: number
  /** when its oldest entry expires (epoch ms) */
  readonly resets_at: number
}

export interface Spent {
  readonly ok: true
  /** one per spend, in order */
  readonly counts: readonly WindowState[]
  /** returns the spends at these indices, by default all; a refused or replayed write costs nothing */
  readonly giveBack: (places?: readonly number[]) => Promise<void>
}

export interface Refused {
  readonly ok: false
  /** index of the refusing spend, -1 for a cooldown */
  readonly index: number
  readonly used: number
  /** epoch ms at which the same spend would be allowed */
  readonly free_at: number
}

/** A window to read without spending. */
export interface Watched extends Pick<Spend, 'pace' | 'subject' | 'refill'> {
  /** what is counted instead of the spends: their costs, or the distinct members */
  readonly counts?: 'costs' | 'members'
}

export interface Windows {
  /** Spends all or nothing in one round trip. `id` names this attempt, so that it can be returned. */
  spend(id: string, spends: readonly Spend[], now: number, cooldownOf?: string): Promise<Spent | Refused>
  /** Returns what a window has counted so far, and spends nothing. */
  standing(window: Watched, now: number): Promise<WindowState>
  /** Records a refusal; resolves to true when it starts a cooldown until `until`. */
  coolDown(subject: string, id: string, refusals: Pace, now: number, until: number): Promise<boolean>
  /** end of the running cooldown (epoch ms), undefined without one */
  coolingUntil(subject: string, now: number): Promise<number | undefined>
}

/** Without the counters a write can be neither allowed nor refused. */
function notCounting(cause: unknown): never {
  const message = 'Writes cannot be counted right now. Nothing was changed; try again in a second.'
  throw busy('database', message, { retry_after_seconds: 1 }, cause)
}

const countsOf = ({ cost, member }: Spend): string =>
  cost !== undefined ? 'costs' : member !== undefined ? 'members' : ''

const argsOf = (one: Spend): (string | number)[] => {
  const { pace, cost, member = '', refill } = one
  return [pace.window_ms, pace.limit, cost ?? 1, member, refill ? 1 : 0, countsOf(one)]
}

/** Returns an attempt's member of the sorted set, as the script writes it, and its share of the sum. */
const entryOf = (id: string, { cost, member }: Spend): readonly [string, number | ''] => {
  if (cost !== undefined) return [`${id}:${cost}`, cost]
  return [member === undefined ? id : `${id}|${member}`, '']
}

const keysOf = ({ pace, subject }: Pick<Spend, 'pace' | 'subject'>): [string, string] => [
  windowKey(pace.name, subject),
  warmKey(pace.name, subject),
]

export function openWindows(redis: Redis): Windows {
  // connectRedis gave it these commands
  const commands = redis as unknown as WindowCommands
  return {
    spend: (id, spends, now, cooldownOf) => spend(commands, { id, spends, now, cooldownOf }),
    standing: (of, now) => standing(commands, of, now),
    async coolDown(subject, id, { name, window_ms, limit }, now, until) {
      const keys = [cooldownKey(subject), windowKey(name, subject)]
      return (await commands.svcCoolDown(...keys, now, id, window_ms, limit, until, until - now)) === 1
    },
    async coolingUntil(subject, now) {
      const until = Number(await redis.get(cooldownKey(subject)).catch(notCounting))
      return until > now ? until : undefined
    },
  }
}

interface Spending {
  /** the attempt, by which what it spent can be given back */
  readonly id: string
  readonly spends: readonly Spend[]
  readonly now: number
  readonly cooldownOf?: string | undefined
}

async function spend(commands: WindowCommands, spending: Spending): Promise<Spent | Refused> {
  const { id, spends, now, cooldownOf = '' } = spending
  const keys = [cooldownKey(cooldownOf), ...spends.flatMap(keysOf)]
  const args = [now, id, ...spends.flatMap(argsOf)]
  const answer = await commands.svcSpend(keys.length, ...keys, ...args).catch(notCounting)
  const [outcome = 0, used = 0, free_at = 0] = answer
  if (outcome === windowMissing) {
    await fill(commands, spends[used] as Spend, now).catch(notCounting)
    return spend(commands, spending)
  }
  if (outcome !== 0) return { ok: false, index: outcome === -1 ? -1 : outcome - 1, used, free_at }
  return {
    ok: true,
    counts: spends.map((_, i) => ({ used: answer[1 + 2 * i] ?? 0, resets_at: answer[2 + 2 * i] ?? now })),
    async giveBack(places = spends.map((_, i) => i)) {
      const back = places.map((i) => spends[i] as Spend)
      const names = back.map((one) => keysOf(one)[0])
      const entries = back.flatMap((one) => entryOf(id, one))
      // an entry that cannot be returned now expires with its window; the write itself is already decided
      if (names.length > 0) await commands.svcGiveBack(names.length, ...names, ...entries).catch(() => undefined)
    },
  }
}

async function standing(commands: WindowCommands, of: Watched, now: number): Promise<WindowState> {
  const [used, resets_at] = await commands
    .svcStanding(...keysOf(of), now, of.pace.window_ms, of.refill ? 1 : 0, of.counts ?? '')
    .catch(notCounting)
  if (used !== windowMissing) return { used, resets_at }
  await fill(commands, of, now).catch(notCounting)
  return standing(commands, of, now)
}

/** Refills a missing window from PostgreSQL. */
async function fill(
  commands: WindowCommands,
  missing: Pick<Spend, 'pace' | 'subject' | 'refill'>,
  now: number,
): Promise<void> {
  const { window_ms } = missing.pace
  const times = (await missing.refill?.(now - window_ms)) ?? []
  await commands.svcFill(...keysOf(missing), window_ms, ...times)
}
