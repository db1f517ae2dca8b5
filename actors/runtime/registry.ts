import type { AnyActor, Message, ExclusiveMessage } from './actor.ts'
import type { Envelope } from './wire/envelope.ts'

/** Accepted by every actor: drops its cached state, which is then loaded again. */
export const forgetOperation = 'runtime.forget'

export interface Registry {
  readonly actor: (name: string) => AnyActor | undefined
  readonly message: (envelope: Envelope) => Message<any, any, any> | ExclusiveMessage<any, any> | undefined
}

export function registryOf(actors: readonly AnyActor[]): Registry {
  const byName = new Map(actors.map((actor) => [actor.name, actor]))
  if (byName.size !== actors.length) throw new Error('two actors of the registry share a name')
  return {
    actor: (name) => byName.get(name),
    message: ({ actor, operation }) => {
      const on = byName.get(actor)?.on
      return on && Object.hasOwn(on, operation) ? on[operation] : undefined
    },
  }
}

export const isOfLongJob = (message: object | undefined): boolean =>
  message !== undefined && 'ofLongJob' in message && message.ofLongJob === true

export const isExclusive = (message: object | undefined): message is ExclusiveMessage<any, any> =>
  message !== undefined && 'run' in message
