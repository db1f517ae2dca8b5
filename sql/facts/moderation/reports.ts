import { presentAs } from '../../../src/records/present.ts'
import { fact, factBy, factById } from '../../fact.ts'
import { keeps } from '../../reads/hub/seats/seat_parts.ts'

interface ReportKey {
  readonly target_id: string
  readonly by_id: string
}

/** An open report that counts towards a fold. */
export interface Counted {
  readonly principal_id: string
  /** in hundredths */
  readonly weight: number
  /** epoch milliseconds */
  readonly at: number
}

export interface Reported {
  /** id of the caller's own report of it, open or answered */
  readonly own?: string
  readonly open: readonly Counted[]
}

const keyOf = (target_id: string, by_id: string): string => `${target_id} ${by_id}`

export const reported = fact<ReportKey, Reported, Reported>(
  {
    name: 'report.of',
    id: ({ target_id, by_id }) => keyOf(target_id, by_id),
    load: async (sql, keys) => {
      const rows = await sql<
        {
          target_id: string
          id: string
          by_id: string
          principal_id: string
          weight: number
          open: boolean
          at: Date
        }[]
      >`
      select target_id, id, by_id, principal_id, weight, state = 'open' and counts as open, at
      from report where target_id = any(${keys.map((key) => key.target_id)}::text[])`
      return new Map(
        keys.map(({ target_id, by_id }) => {
          const here = rows.filter((row) => row.target_id === target_id)
          const own = here.find((row) => row.by_id === by_id)?.id
          const open = here
            .filter((row) => row.open)
            .map(({ principal_id, weight, at }) => ({ principal_id, weight, at: at.getTime() }))
          return [keyOf(target_id, by_id), presentAs({ open, own })]
        }),
      )
    },
  },
  { open: [] },
)

export interface SharedHub {
  readonly hub_id: string
  /** owner and helpers */
  readonly keepers: readonly string[]
}

/** Hubs in which both participants have a seat. */
export const sharedHubs = factBy({ one: 'text', other: 'text' }).list<SharedHub>({
  name: 'hub.shared',
  read: (sql, asked) => sql`
    select asked.key, mine.scope_id as hub_id, array(
      select participant_id from seat where scope_id = mine.scope_id and ${keeps(sql, sql`role`)}) as keepers
    from ${asked}
    join seat mine on mine.participant_id = asked.one
    join seat theirs on theirs.participant_id = asked.other and theirs.scope_id = mine.scope_id
    join hub on hub.id = mine.scope_id`,
})

/** Reports to the platform moderators, about a person or a DM, and whether they are settled. */
export const platformReports = factById.record<{ readonly settled: boolean }>({
  name: 'report.platform',
  read: (sql, ids) => sql`
    select id as key, state <> 'open' as settled from report
    where id = any(${ids}::text[]) and target_type in ('participant', 'dm')`,
})
