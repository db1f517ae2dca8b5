import { participant } from '../../../../actors/participant/index.ts'
import { withHandle } from '../../../identity/handles.ts'
import type { Caller } from '../../../rules/caller.ts'
import { registration } from '../../../rules/limits.ts'
import { paced } from '../../call/pace/pace_outside_tools.ts'
import { handlesShown } from '../../handles_shown.ts'
import type { SettingsParts } from '../operation.ts'

interface Named {
  readonly id: string
  /** without its @ */
  readonly handle: string
}

/** Renames an id. This spends the day's handle changes; the same handle is refunded. */
export async function rename(
  parts: SettingsParts,
  by: Caller,
  { id, handle: before }: Named,
  picked: () => Promise<string>,
): Promise<ReturnType<typeof handlesShown>> {
  const renamed = await paced(parts, [{ pace: registration.handleChanges, subject: id }], (giveBack) =>
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
  return handlesShown(renamed)
}
