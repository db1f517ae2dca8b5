import type { AnyActor, Message, Outcome, Tell } from '../../actors/runtime/actor.ts'
import type { Sql } from '../../sql/client.ts'
import type { Effect, EffectKind } from '../../sql/effect.ts'
import { Refusal } from '../../src/rules/errors.ts'
import { worldAt } from '../../src/rules/world.ts'
import { withoutSettings } from '../../actors/runtime/wire/envelope.ts'

export interface Told<Reply> {
  readonly reply: Reply
  /** what the actor goes on with; absent where nothing changed */
  readonly state: unknown
  readonly tell: readonly Tell[]
  readonly wake?: { readonly version: number; readonly last_seq?: number } | undefined
}

/**
 * An actor's messages, one at a time against a database, without mailbox or processes: load, decide, write. For suites
 * about what an actor decides with real facts; the runtime has suites of its own.
 */
export const deskOf = (sql: Sql, actor: AnyActor) => ({
  async ask<Reply = any>(id: string, operation: string, sent: object, now: number): Promise<Told<Reply>> {
    const message = actor.on[operation] as Message<any, any, any> | undefined
    if (!message) throw new Error(`${actor.name} takes no ${operation}`)
    const state = (await actor.load(sql, [id])).get(id)
    if (state === undefined && !message.creates) throw new Refusal('not_found', 'unreadable', actor.name)
    const { args, settings } = withoutSettings(JSON.parse(JSON.stringify(sent)))
    const world = worldAt(now, settings)
    const facts: Record<string, unknown> = {}
    for (const [name, { fact, keys, pick }] of Object.entries(message.needs?.(state, args, world) ?? {})) {
      facts[name] = pick(keys.length > 0 ? await fact.load(sql, keys) : new Map())
    }
    const outcome: Outcome<any, Reply> = message.decide(state, args, facts, world)
    await write(sql, outcome.effects ?? [])
    return { reply: outcome.reply, state: outcome.state, tell: outcome.tell ?? [], wake: outcome.wake }
  },
})

export async function write(sql: Sql, effects: readonly Effect[]): Promise<void> {
  const rows = new Map<EffectKind<any>, unknown[]>()
  for (const { kind, row } of effects) rows.set(kind, [...(rows.get(kind) ?? []), row])
  const kinds = [...rows].toSorted(([a], [b]) => Number(a.phase === 'update') - Number(b.phase === 'update'))
  for (const [kind, all] of kinds) {
    const last = kind.key ? [...new Map(all.map((row) => [kind.key?.(row), row])).values()] : all
    await kind.write(sql, last)
  }
}
