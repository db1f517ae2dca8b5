import type { Redis } from 'ioredis'
import type { TestClock } from '../actors/test_clock.ts'
import type { Front } from '../actors/runtime/front/front.ts'
import type { Timers } from '../actors/fire_timed_rules.ts'
import { openWatches } from '../actors/watches.ts'
import type { Sql } from '../sql/client.ts'
import { answersForWrites } from '../sql/runtime/ping.ts'
import { inCheckedHub } from '../sql/reads/hub/in_checked_hub.ts'
import { hubsWithSlugs, readableIds } from '../sql/reads/may_read/readable_ids.ts'
import { pendingMigrations } from '../sql/migrate.ts'
import type { AppParts } from './app.ts'
import type { Internal } from './http/internal.ts'
import { namesStartingWith } from './reading/search/names.ts'
import { takesKeys } from './redis/takes_keys.ts'
import { openIpLimits } from './http/request/count_per_ip.ts'
import type { DoorParts } from './http/door_parts.ts'
import type { Mail } from './mail/mail.ts'
import { rememberedClients } from './identity/client_names.ts'
import { readerFor } from './rules/caller.ts'
import { openAppDoor } from './tools/app/call.ts'
import type { DatabaseClock } from '../actors/runtime/database_clock.ts'
import { openDoor } from './tools/call/door.ts'
import { openSettings } from './tools/settings/call.ts'
import { registerForFirstWrite } from './tools/arriving/first_write.ts'
import type { ToolParts } from './tools/tool_parts.ts'

/** Everything that a process serving HTTP has opened. */
export interface Opened extends Omit<ToolParts, 'ask' | 'replay' | 'waits'> {
  /** for sweeps, which may take long */
  readonly sweeping: Sql
  readonly redis: Redis
  readonly front: Front
  readonly timers: Timers
  readonly databaseClock: DatabaseClock | undefined
  readonly mail: Mail
  readonly prune: Internal['prune']
  /** with SVC_TEST_CLOCK */
  readonly testClock?: TestClock
}

/** Distributes everything to the doors, the pages and the other routes. */
export function appParts({
  front,
  timers: _,
  databaseClock: ___,
  mail,
  prune,
  testClock,
  redis,
  sweeping: __,
  ...opened
}: Opened): AppParts {
  const { config, clock, log, metrics, sql, credentials } = opened
  const tools: ToolParts = { ...opened, ask: front.ask, replay: front.replay, waits: front.waits }
  const ipLimits = openIpLimits({ config, clock, redis })
  const call = openDoor(tools)
  const callApp = openAppDoor(tools, call)
  const doors: DoorParts = {
    config,
    clock,
    log,
    call,
    callApp,
    callerOf: (token) => credentials.callerOf(token),
    firstWrite: (name, body, networks) => registerForFirstWrite(tools, name, body, networks),
    clients: rememberedClients(opened),
    inCheckedHub: (participantId) => inCheckedHub(sql, participantId),
    begun: async (caller, what, begun) => {
      if (config.pace) opened.spendRead(caller, clock.now())
      return namesStartingWith(sql, caller, what, begun)
    },
    hubsWithSlugs: (caller, slugs) => hubsWithSlugs(sql, readerFor(caller, config.publicThreads), slugs),
    readable: (caller, ids) => readableIds(sql, readerFor(caller, config.publicThreads), ids),
    listens(caller) {
      if (config.pace) opened.spendRead.anyway(caller, clock.now())
    },
    giveUp(caller, request) {
      if (config.pace) opened.spendRead.anyway(caller, clock.now())
      front.waits.endEverywhere({ credential_id: caller.credential_id, request })
    },
    watch: openWatches(front.feed),
  }
  return {
    doors,
    tools,
    mail,
    ipLimits,
    views: {
      ...opened,
      ipLimits,
      versionOf: (actorId) => front.feed.version(actorId)?.version,
      waitingOn: (actorId) => front.waits.waiting(actorId),
      callApp,
      callSettings: openSettings({ ...tools, call }),
    },
    health: healthOf({ sql, redis, front }),
    internal: {
      prune,
      flush: () => credentials.flush(),
      metrics: () => metrics.page(),
      ...(testClock && { advanceClock: (by) => testClock.advance(by) }),
      ...(config.testClock && { keptMail: () => mail.kept() }),
    },
  }
}

const healthOf = ({ sql, redis, front }: Pick<Opened, 'sql' | 'redis' | 'front'>): AppParts['health'] => ({
  database: () => answersForWrites(sql),
  mailboxes: () => takesKeys(redis),
  pendingMigrations: () => pendingMigrations(sql),
  stalled: () => front.stalled(),
})
