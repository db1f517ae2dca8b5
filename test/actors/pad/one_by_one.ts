import type { AnyActor, Message, Outcome } from '../../../actors/runtime/actor.ts'
import type { Caller } from '../../../src/rules/caller.ts'
import type { Sql } from '../../../sql/client.ts'
import type { Effect } from '../../../sql/effect.ts'
import type { Fact, Wanted } from '../../../sql/fact.ts'
import { at } from '../../support/world.ts'

/** Runs messages on a real database one by one, without mailboxes: load, decide, write. */
export async function send<Reply>(
  sql: Sql,
  actor: AnyActor,
  id: string,
  operation: string,
  args: object,
  now: number,
): Promise<Outcome<unknown, Reply>> {
  const message = actor.on[operation] as Message<unknown, unknown, Reply>
  const state = (await actor.load(sql, [id])).get(id)
  const wanted = Object.entries(message.needs?.(state, args, at(now)) ?? {}) as [string, Wanted<unknown>][]
  const facts: Record<string, unknown> = {}
  for (const [name, { fact, keys, pick }] of wanted) facts[name] = pick(await load(sql, fact, keys))
  const outcome = message.decide(state, args, facts, at(now))
  await write(sql, outcome.effects ?? [])
  return outcome
}

const load = async (
  sql: Sql,
  fact: Fact<unknown, unknown>,
  keys: readonly unknown[],
): Promise<ReadonlyMap<string, unknown>> => (keys.length === 0 ? new Map() : fact.load(sql, keys))

export async function write(sql: Sql, effects: readonly Effect[]): Promise<void> {
  for (const phase of ['insert', 'update']) {
    for (const kind of new Set(effects.map((effect) => effect.kind))) {
      const rows = effects.filter((effect) => effect.kind === kind && kind.phase === phase).map(({ row }) => row)
      if (rows.length > 0) await kind.write(sql, rows)
    }
  }
}

export const person = (id: string, more: Partial<Caller> = {}): Caller => ({
  id,
  kind: 'human',
  handle: id,
  verified: true,
  reach: true,
  connection: 'session',
  scopes: ['svc:read', 'svc:write'],
  credential_id: `crd_${id}`,
  ...more,
})

export const agentOf = (human: Caller, id: string): Caller =>
  person(id, { kind: 'agent', human_id: human.id, connection: 'agent_key' })
