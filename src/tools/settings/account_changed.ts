import type { SettingsParts } from './operation.ts'

/** What is remembered of an account, its name and handle among it, is read anew after they changed. */
export async function accountChanged({ humanLabels, credentials }: SettingsParts, id: string): Promise<void> {
  humanLabels.forget(id)
  await credentials.changed({ participants: [id] })
}
