import { followDatabaseClock } from '../../actors/runtime/database_clock.ts'
import { followTestClock } from '../../actors/test_clock.ts'
import { openFront } from '../../actors/runtime/front/front.ts'
import { openTimers } from '../../actors/fire_timed_rules.ts'
import { timedRules } from '../../actors/timed_rules.ts'
import { type ConnectOptions, connectSql } from '../../sql/connect.ts'
import { openPipelines, type Pipelines } from '../../sql/runtime/pipelines.ts'
import { ping } from '../../sql/runtime/ping.ts'
import { tableRows } from '../../sql/reads/table_rows.ts'
import { renderPool } from '../../workers/pool.ts'
import { settingsOf } from '../config.ts'
import { openBehind } from '../tools/call/behind.ts'
import { serviceClock } from '../clock.ts'
import { openCredentials } from '../identity/credentials.ts'
import { openMail } from '../mail/mail.ts'
import { openMetrics } from '../metrics.ts'
import { openTracing } from '../tracing.ts'
import type { Opened } from '../app_parts.ts'
import { openGuestStandings } from '../reading/hub/guest_standing.ts'
import { openHumanLabels } from '../reading/account/human_labels.ts'
import { openLinkRequests } from '../reading/account/linking.ts'
import { openNotedReads } from '../reading/noted_reads.ts'
import { openReach } from '../reading/account/reach.ts'
import type { ReadingParts } from '../reading/reading_parts.ts'
import { openThreads } from '../reading/thread/thread.ts'
import { openInboxesCounted } from '../reading/home/inbox_counts.ts'
import { openThreadVersions } from '../reading/thread/thread_version.ts'
import { openPauses } from '../reading/server_pauses.ts'
import { isId } from '../rules/ids.ts'
import { present } from '../records/present.ts'
import { connectRedis, ready } from '../redis/connect.ts'
import { openShortLived } from '../redis/short_lived.ts'
import { openWindows } from '../redis/rolling_windows.ts'
import { Refusal } from '../rules/errors.ts'
import { connections } from '../rules/limits.ts'
import { seconds } from '../rules/units.ts'
import type { Addresses } from './addresses.ts'
import { openReadsInTurn, openSearchesInTurn, openWritesInTurn } from '../tools/call/in_turn.ts'
import { openOftenRefused } from '../tools/call/pace/often_refused.ts'
import { openReadPace } from '../tools/call/pace/read_pace.ts'
import { openAccountExports } from './account_exports.ts'
import { openCleanup, type CleanupParts } from './scheduled_cleanup.ts'
import type { RoleParts } from './role.ts'
import { fillWordIndex } from './search_words.ts'

/** Opens everything a process that serves HTTP needs. Reads run in parallel; every write goes through an actor. */
export async function openAll(
  { config, log, closing }: Pick<RoleParts, 'config' | 'log' | 'closing'>,
  { databaseUrl, redisUrl }: Addresses,
  { metricsOfProcess = false, databaseTime = false } = {},
): Promise<Opened> {
  const clock = serviceClock()
  const metrics = openMetrics({ ofProcess: metricsOfProcess })
  const tracing = await openTracing({ endpoint: config.tracesTo, service: 'svc web' })
  closing.add('traces', () => tracing?.close())

  const stores = openDatabase(closing, databaseUrl)
  const { sql, pipelines, sweeping } = stores
  const databaseClock = databaseTime
    ? closing.closes('time', await followDatabaseClock({ sql, clock, log }))
    : undefined
  const redis = await openRedis({ closing, log }, redisUrl)
  const kept = await openKept({ config, log, closing }, { sql, redis, redisUrl, clock })

  const mail = closing.closes('mail', openMail({ config, sql, clock, log }))
  watchAll(metrics, 'mail', () => mail.metrics())

  const onError = (error: Error): void => log.error({ err: error }, 'a render thread')
  const pool = closing.closes('render threads', renderPool({ threads: config.renderThreads, onError }))
  const notedReads = openNotedReads(sql)
  const reading = openReading(sql, pipelines.during, notedReads)
  const accountExports = closing.closes('account exports', openAccountExports({ config, clock, ...reading, pool, log }))
  const settings = settingsOf(config)
  const front = await openFront({ redisUrl, sql, clock, settings, log, tracing, holdsOthers })
  closing.add('front', () => front.drain().then(() => front.close()))
  endWaitsWithCredentials(front, kept.credentials)
  watchAll(metrics, 'front', () => ({ ...front.metrics() }))

  const paced = openPaced({ closing, metrics }, { sql, pipelines, redis })
  watchAll(metrics, 'render', () => pool.metrics())
  metrics.watchRows(() => tableRows(sql))

  const timers = openTimers({ rules: timedRules, settings, sql, redis, clock, log })

  return {
    config,
    clock,
    log,
    metrics,
    tracing,
    ...reading,
    sweeping: stores.sweeping,
    searching: openReading(stores.searching, (reading) => reading(stores.searching), notedReads),
    redis,
    timers,
    ...paced,
    ...kept,
    ...openRemembered(sql),
    notedReads,
    pool,
    accountExports,
    mail,
    front,
    prune: openSweep(closing, { sql: sweeping, clock, timers, databaseClock }),
    databaseClock,
  }
}

/** A wait whose credential is revoked ends then, and does not hold its place until its own time; not that of a page (`inbox_after.ts`). */
function endWaitsWithCredentials({ waits }: Opened['front'], credentials: Opened['credentials']): void {
  credentials.whenChanged((credential_id) => {
    if (!waits.isHeldWith(credential_id)) return
    // where the database does not answer, nothing is known against it
    const ended = (error: unknown): void => void (error instanceof Refusal && waits.end({ credential_id }))
    credentials.again({ credential_id }).catch(ended)
  })
}

/** The sweep that a scheduled job requests when no clock process runs. It also fills the word index, which may take long. */
function openSweep(closing: RoleParts['closing'], parts: CleanupParts): Opened['prune'] {
  const stopping = new AbortController()
  const prune = openCleanup({ ...parts, stopping: stopping.signal })
  closing.add('sweep', () => stopping.abort())
  return async () => {
    const [pruned] = await Promise.allSettled([prune()])
    const indexed_posts = await fillWordIndex(parts.sql, stopping.signal)
    if (pruned.status === 'rejected') throw pruned.reason
    return { ...pruned.value, indexed_posts }
  }
}

/** Hubs contain threads and pads, whose changes are published by other shards. */
const holdsOthers = (id: string): boolean => isId('hub', id)

/** The parts of src/reading for one kind of connection; notedReads is shared by the process. */
function openReading(
  sql: Opened['sql'],
  pipelined: ReadingParts['pipelined'],
  notedReads: ReadingParts['notedReads'],
): ReadingParts {
  const reach = openReach(sql)
  return { sql, pipelined, reach, threads: openThreads({ sql, reach }), notedReads }
}

/** Short-lived caches of reads. */
const openRemembered = (sql: Opened['sql']) => ({
  threadVersions: openThreadVersions(sql),
  inboxesCounted: openInboxesCounted(sql),
  guests: openGuestStandings(sql),
  humanLabels: openHumanLabels(sql),
  linkRequests: openLinkRequests(sql),
  pauses: openPauses(sql),
})

/** Opens what is kept in memory of records: short-lived ones, credentials, and the time that tests set. */
async function openKept(
  { config, log, closing }: Pick<RoleParts, 'config' | 'log' | 'closing'>,
  { sql, redis, redisUrl, clock }: Pick<Opened, 'sql' | 'redis' | 'clock'> & Pick<Addresses, 'redisUrl'>,
) {
  const shortLived = closing.closes('short-lived records', await openShortLived({ redis, clock }))
  const credentials = closing.closes('credentials', openCredentials({ config, clock, sql, redis, redisUrl, log }))
  const testClock = config.testClock
    ? closing.closes('test clock', await followTestClock({ sql, redis, clock }))
    : undefined
  return present({ shortLived, credentials, testClock })
}

/** Connections for each kind of reading: a slow search takes none from the others. */
function openDatabase(closing: RoleParts['closing'], databaseUrl: string) {
  const connected = (options: ConnectOptions & { readonly name: string }) => {
    const sql = connectSql(databaseUrl, options)
    closing.add(options.name, () => sql.end({ timeout: 2 }))
    return sql
  }
  const reads = { ...connections.reads, planOnce: true, name: 'svc web' }
  const piped = Array.from({ length: connections.pipelines }, () => connectSql(databaseUrl, { ...reads, max: 1 }))
  return {
    sql: connected(reads),
    pipelines: closing.closes('pipelines', openPipelines(piped)),
    searching: connected({ ...connections.searches, planOnce: true, name: 'svc search', idleTimeout: 60 }),
    sweeping: connected({ ...connections.sweeps, name: 'svc sweep', idleTimeout: 60 }),
  }
}

async function openRedis({ closing, log }: Pick<RoleParts, 'closing' | 'log'>, redisUrl: string) {
  const redis = connectRedis({
    url: redisUrl,
    name: 'svc web',
    onError: (error) => log.warn({ err: error }, 'Redis connection'),
    // a caller waits for these: an early refusal is better than a long wait
    options: { maxRetriesPerRequest: 1, enableAutoPipelining: true },
  })
  closing.add('redis', () => redis.disconnect())
  await ready(redis, seconds(10))
  return redis
}

/** Opens the limits on concurrency and pace, of one caller and of all together. */
function openPaced(
  { closing, metrics }: Pick<RoleParts, 'closing'> & Pick<Opened, 'metrics'>,
  { sql, pipelines, redis }: Pick<Opened, 'sql' | 'redis'> & { readonly pipelines: Pipelines },
) {
  const database = () => Promise.all([ping(sql), pipelines.answer()])
  const behind = closing.closes('measuring', openBehind({ database }))
  watchAll(metrics, 'behind', () => behind.metrics())
  const [inTurn, readInTurn, searchInTurn] = [openWritesInTurn(), openReadsInTurn(), openSearchesInTurn()]
  watchAll(metrics, 'writes_in_turn', () => inTurn.metrics())
  watchAll(metrics, 'reads_in_turn', () => readInTurn.metrics())
  watchAll(metrics, 'searches', () => searchInTurn.metrics())
  return {
    behind,
    inTurn,
    readInTurn,
    searchInTurn,
    windows: openWindows(redis),
    spendRead: openReadPace(),
    oftenRefused: openOftenRefused(),
  }
}

/** Exports every count of a part as a metric under the part's name. */
export function watchAll(metrics: Opened['metrics'], part: string, read: () => Readonly<Record<string, number>>): void {
  for (const name of Object.keys(read()))
    metrics.watch(`svc_${part}_${name}`, `${name.replaceAll('_', ' ')} of the ${part}`, () => read()[name] ?? 0)
}
