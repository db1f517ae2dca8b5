import { randomUUID } from 'node:crypto'
import { Cron } from 'croner'
import { dropExports, finishExport, keepPart, takeExport } from '../../sql/outside_actors/records/account_exports.ts'
import type { RenderPool } from '../../workers/pool.ts'
import type { Clock } from '../clock.ts'
import type { Config } from '../config.ts'
import type { Log } from '../log.ts'
import { readAccount } from '../reading/account/account_export.ts'
import type { ReadingParts } from '../reading/reading_parts.ts'
import { accountJson } from '../render/export/account_json.ts'
import { accountExports, lifetimes } from '../rules/limits.ts'
import type { AccountExports } from '../tools/tool_parts.ts'

interface Parts extends ReadingParts {
  readonly config: Pick<Config, 'baseUrl' | 'publicThreads'>
  readonly clock: Clock
  readonly pool: RenderPool
  readonly log: Log
}

interface AccountExportJob extends AccountExports {
  close(): Promise<void>
}

/**
 * Makes account exports, one at a time in each process that serves HTTP. A requested export starts at once; one whose
 * process died is restarted from the beginning by another process within a minute and a half, unless as many parts are
 * kept as may be.
 */
export function openAccountExports(parts: Parts): AccountExportJob {
  const { clock, sql, log } = parts
  const runner = randomUUID()
  let closed = false
  let again = false
  let running: Promise<void> | undefined

  async function work(): Promise<void> {
    do {
      again = false
      const now = clock.now()
      await dropExports(sql, new Date(now))
      const before = new Date(now - accountExports.presumedDeadAfter)
      const claim = await takeExport(sql, { runner, now: new Date(now), before, most: accountExports.partsKept })
      if (!claim) continue
      again = true
      await exportAccount(parts, { ...claim, runner }, () => closed)
    } while (again && !closed)
  }

  function nudge(): void {
    again = true
    if (closed) return
    running ??= work()
      .catch((error: unknown) => log.warn({ err: error }, 'an account was not exported; it is begun again'))
      .finally(() => {
        running = undefined
      })
  }

  const job = new Cron('*/30 * * * * *', { protect: true }, nudge)
  return {
    nudge,
    async close() {
      closed = true
      job.stop()
      await running
    },
  }
}

interface Claimed {
  readonly id: string
  readonly participant_id: string
  readonly runner: string
}

/** Writes an export part by part; stops early when the process ends or another process has claimed it. */
async function exportAccount(
  parts: Parts,
  { id, participant_id, runner }: Claimed,
  isClosed: () => boolean,
): Promise<void> {
  const { config, clock, sql, pool } = parts
  const account = await readAccount(parts, {
    id: participant_id,
    publicOn: config.publicThreads,
    now: () => clock.now(),
  })
  const total = account.places.length
  let [n, body, done] = [0, '', 0]
  const keep = async (): Promise<boolean> => {
    const held = await keepPart(sql, { id, runner, now: new Date(clock.now()), n, body, done, total })
    n += 1
    body = ''
    return held
  }
  const print = <Document>(document: Parameters<typeof pool.print<Document>>[0]) => pool.print(document)
  const made = { at: new Date(clock.now()), origin: config.baseUrl, eyes: { id: participant_id }, print }
  for await (const piece of accountJson(account, made)) {
    body += piece.text
    done = piece.done
    if (body.length >= accountExports.partCharacters && (isClosed() || !(await keep()))) return
  }
  if (isClosed() || !(await keep())) return
  const now = clock.now()
  const expires_at = new Date(now + lifetimes.accountExport)
  await finishExport(sql, { id, runner, now: new Date(now), expires_at })
}
