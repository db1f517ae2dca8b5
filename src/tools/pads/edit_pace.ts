import type { Sql } from '../../../sql/client.ts'
import { padOfEdit } from '../../reading/actor_to_ask.ts'
import type { Spend } from '../../redis/rolling_windows.ts'
import { type Caller, holderOf } from '../../rules/caller.ts'
import { pace } from '../../rules/limits.ts'
import { characters } from '../../text/characters.ts'
import type { Untrusted } from '../../text/untrusted.ts'

/** Edits of one pad by all agents together, made in other ways: undoing, or accepting a suggestion or check. */
export async function answeringPaces(
  caller: Caller,
  sql: Sql,
  edit: string | undefined,
  pad?: string,
): Promise<Spend[]> {
  if (caller.kind !== 'agent') return []
  const subject = pad ?? (edit === undefined ? undefined : await padOfEdit(sql, edit))
  return subject === undefined ? [] : [{ pace: pace.agentEditsToPad, subject }]
}

/** What saving text to a pad spends; a new pad has no id yet. A dry run saves nothing but is as much work. */
export function savingPaces(
  caller: Caller,
  texts: readonly (Untrusted | undefined)[],
  { pad, dry = false }: { readonly pad?: string; readonly dry?: boolean | undefined } = {},
): Spend[] {
  const saved = texts.reduce((sum, text) => sum + (text === undefined ? 0 : characters(text)), 0)
  return [
    ...(dry ? [] : [{ pace: pace.padCharacters, subject: holderOf(caller), cost: saved }]),
    ...(caller.kind === 'agent' && pad !== undefined ? [{ pace: pace.agentEditsToPad, subject: pad }] : []),
  ]
}

/** Refusals that keep their pace spent: detecting a conflict is as much work as merging. */
export const conflictsCost = ['merge', 'built_on'] as const
