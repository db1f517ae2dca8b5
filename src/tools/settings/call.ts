import type { Caller } from '../../rules/caller.ts'
import { notFound } from '../../rules/errors.ts'
import { observed } from '../call/observed.ts'
import { operationNamed } from './index.ts'
import type { SettingsParts } from './operation.ts'

export type CallSettings = (name: string, sent: unknown, caller: Caller, signal: AbortSignal) => Promise<object>

/** The door of the settings operations, for signed-in callers. */
export const openSettings =
  (parts: SettingsParts): CallSettings =>
  (name, sent, caller, signal) => {
    const operation = operationNamed(name)
    const tool = operation ? `settings/${operation.name}` : 'unknown'
    return observed(parts, { name, tool, door: 'web', caller }, async () => {
      if (!operation) throw notFound('unknown_tool', 'There is no such settings operation.')
      // an operation that changes nothing gives its own pace back
      if (parts.config.pace) parts.spendRead.anyway(caller, parts.clock.now())
      return operation.run(sent, { caller, now: parts.clock.now(), parts, signal })
    })
  }
