import type { InboxCounts } from '../../records/home/inbox_view.ts'
import type { Sql } from '../../../sql/client.ts'
import { runsOnOf } from '../../../sql/reads/account/me.ts'
import { type HubCounts, ownHubs } from '../../../sql/reads/home/own_hubs.ts'
import { countOwnTasks } from '../../../sql/reads/home/own_tasks.ts'
import { type DmCounts, dmCounts } from '../../../sql/reads/dm/dms.ts'
import type { Caller, Reader } from '../../rules/caller.ts'
import { reads } from '../../rules/limits.ts'
import { readInboxCounts } from './inbox_counts.ts'
import type { OwnTasks } from '../../records/home/home_view.ts'

export interface Home {
  readonly hubs: readonly HubCounts[]
  readonly inbox: InboxCounts
  readonly tasks: OwnTasks
  readonly dms: DmCounts
  readonly runs_on: string | undefined
}

/** Returns a participant's hubs and counts: inbox, tasks and DMs. */
export async function readHome(sql: Sql, caller: Caller, reader: Reader): Promise<Home> {
  const [hubs, inbox, tasks, dms, runs_on] = await Promise.all([
    ownHubs(sql, reader, caller.id, reads.home.hubs),
    readInboxCounts(sql, caller.id),
    countOwnTasks(sql, reader, caller.id),
    dmCounts(sql, caller.id),
    caller.kind === 'agent' ? runsOnOf(sql, caller.id) : undefined,
  ])
  return { hubs, inbox, tasks, dms, runs_on }
}
