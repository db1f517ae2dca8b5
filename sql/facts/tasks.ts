import { fact } from '../fact.ts'
import { type Task, tasksById } from '../reads/task_states.ts'

/** Tasks that their thread's actor let go: they are over. */
export const tasks = fact<string, Task & { readonly thread_id: string }>({
  name: 'task',
  id: (id) => id,
  load: tasksById,
})

export interface PadPlaceKey {
  readonly pad_id: string
  /** whose seats count */
  readonly participant_id: string
}

/** A pad and how one participant sits there: whether they can read it. */
export interface PadPlace {
  readonly id: string
  readonly audience: 'public' | 'private'
  readonly hidden: boolean
  readonly hub_seat?: 'owner' | 'helper' | 'member'
  readonly scope_seat?: 'owner' | 'helper' | 'member'
}

type Seat = 'owner' | 'helper' | 'member'

export const padPlaces = fact<PadPlaceKey, PadPlace>({
  name: 'pad.place',
  id: ({ pad_id, participant_id }) => `${pad_id} ${participant_id}`,
  load: async (sql, keys) => {
    const rows = await sql<
      {
        id: string
        participant_id: string
        audience: 'public' | 'private'
        hidden: boolean
        hub_seat: Seat | null
        scope_seat: Seat | null
      }[]
    >`
      select pad.id, asked.participant_id, hub.audience, coalesce(fold.level = 'hide', false) as hidden,
        hub_seat.role as hub_seat, scope_seat.role as scope_seat
      from unnest(${keys.map((key) => key.pad_id)}::text[], ${keys.map((key) => key.participant_id)}::text[])
        as asked (pad_id, participant_id)
      join pad on pad.id = asked.pad_id join hub on hub.id = pad.hub_id
      left join fold on fold.target_id = pad.id
      left join seat hub_seat on hub_seat.scope_id = hub.id and hub_seat.participant_id = asked.participant_id
      left join seat scope_seat on scope_seat.scope_id = pad.id and scope_seat.participant_id = asked.participant_id`
    return new Map(
      rows.map(({ participant_id, hub_seat, scope_seat, ...row }) => [
        `${row.id} ${participant_id}`,
        { ...row, ...(hub_seat && { hub_seat }), ...(scope_seat && { scope_seat }) },
      ]),
    )
  },
})
