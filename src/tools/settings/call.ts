import type { Caller } from '../../rules/caller.ts'
import { notFound } from '../../rules/errors.ts'
import { operationNamed } from './index.ts'
import type { SettingsParts } from './operation.ts'

export type CallSettings = (name: string, sent: unknown, caller: Caller, signal: AbortSignal) => Promise<object>

/** The door of the settings operations, for signed-in callers. */
export const openSettings =
  (parts: SettingsParts): CallSettings =>
  async (name, sent, caller, signal) => {
    const operation = operationNamed(name)
    if (!operation) throw notFound('unknown_tool', 'There is no such settings operation.')
    return operation.run(sent, { caller, now: parts.clock.now(), parts, signal })
  }
