import type { SettingsParts } from './operation.ts'

/** Drops what is remembered of an account, such as its name and handle, after a change. */
export async function accountChanged({ humanLabels, credentials }: SettingsParts, id: string): Promise<void> {
  humanLabels.forget(id)
  await credentials.changed({ participants: [id] })
}
