import { participant } from '../../../../actors/participant/index.ts'
import { withHandle } from '../../../identity/handles.ts'
import { presentAs } from '../../../records/present.ts'
import type { Caller } from '../../../rules/caller.ts'
import { registration } from '../../../rules/limits.ts'
import { paced } from '../../call/pace/pace_outside_tools.ts'
import type { SettingsParts } from '../operation.ts'

interface Named {
  readonly id: string
  /** without its @ */
  readonly handle: string
}

interface Renamed {
  /** with its @ */
  readonly handle: string
  readonly previous_handle?: string
}

/** Renames an id. This spends the day's handle changes; the same handle is refunded. */
export async function rename(
  parts: SettingsParts,
  by: Caller,
  { id, handle: before }: Named,
  picked: () => Promise<string>,
): Promise<Renamed> {
  const { handle, previous_handle } = await paced(
    parts,
    [{ pace: registration.handleChanges, subject: id }],
    (giveBack) =>
      withHandle(parts.sql, id, picked(), async (handle) => {
        const asked = { by, handle }
        const { reply } =
          id === by.id
            ? await parts.ask(participant, id, 'rename_person', asked)
            : await parts.ask(participant, id, 'rename', asked)
        if (handle === before) await giveBack()
        return reply
      }),
  )
  parts.humanLabels.forget(id)
  await parts.credentials.changed({ participants: [id] })
  return presentAs({
    handle: `@${handle}`,
    previous_handle: previous_handle === undefined ? undefined : `@${previous_handle}`,
  })
}
