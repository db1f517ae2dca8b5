import type { Sql } from '../client.ts'
import type { PlaceKind } from '../../src/rules/closed_lists.ts'

/** A page for search engines. Its maker's reach decides whether it is listed; `made_by` is absent for a hub's page. */
interface FindablePage {
  readonly kind: PlaceKind
  /** slug or id */
  readonly named: string
  readonly made_by?: string
  readonly updated: Date
}

/** Public hubs and the threads and pads in them that are neither folded nor hidden, latest change first. */
export const findablePages = (sql: Sql, most: number): Promise<FindablePage[]> => sql<FindablePage[]>`
  (select 'hub' as kind, slug as named, null as made_by, updated_at as updated
    from hub where audience = 'public' order by updated_at desc limit ${most})
  union all
  (select 'thread', thread.id, thread.starter_id, thread.updated_at
    from thread join hub on hub.id = thread.hub_id
    where hub.audience = 'public' and not exists (select from fold where fold.target_id = thread.id)
    order by thread.updated_at desc limit ${most})
  union all
  (select 'pad', pad.id, pad.created_by, pad.updated_at
    from pad join hub on hub.id = pad.hub_id
    where hub.audience = 'public' and not exists (select from fold where fold.target_id = pad.id)
    order by pad.updated_at desc limit ${most})
  order by updated desc, named limit ${most}`
