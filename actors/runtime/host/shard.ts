import { statesAwake } from '../numbers.ts'
import type { Envelope } from '../wire/envelope.ts'
import type { Claimed } from '../../../sql/runtime/shards.ts'

/** A stream entry that was read and is not committed yet. */
export interface Entry {
  readonly streamId: string
  readonly body: string
  /** missing: the text is no message of ours, and only its place in the stream is taken */
  readonly envelope?: Envelope
}

/** A shard this host owns, as far as it knows: the epoch decides at every commit. */
export interface Shard {
  readonly id: number
  epoch: number
  /** last stream entry whose effects are committed */
  offset: string
  commits: number
  /** last stream entry that was read */
  readTo: string
  /** read and not committed, oldest first */
  readonly queue: Entry[]
  readonly states: States
  /** its stream is known to go on after the offset */
  forwarded: boolean
  /** claimed from an owner that may have died on a message */
  unclean: boolean
  /** after an unclean claim: entries up to here are tried one by one */
  tryAloneTo?: string
  /** the entry an owner before died on, and how often */
  probe?: { readonly streamId: string; readonly count: number }
  /** leaves at the next end of a batch */
  leaving: boolean
  /** entries consumed since the stream was trimmed */
  untrimmed: number
}

export function newShard(claimed: Claimed): Shard {
  return {
    id: claimed.id,
    epoch: claimed.epoch,
    offset: claimed.offs,
    commits: claimed.commits,
    readTo: claimed.offs,
    queue: [],
    states: new States(statesAwake),
    forwarded: false,
    unclean: !claimed.clean,
    leaving: false,
    // what its owner before consumed may still lie in the stream
    untrimmed: 1,
    ...(claimed.probe !== null && { probe: { streamId: claimed.probe, count: claimed.probe_n } }),
  }
}

/** Forgets what was read and not committed: the streams still have it. */
export function rewind(shard: Shard): void {
  shard.queue.length = 0
  shard.readTo = shard.offset
  shard.states.clear()
}

/** States of actors that are awake, the least recently used let go first. */
export class States {
  readonly #most: number
  readonly #byActor = new Map<string, unknown>()

  constructor(most: number) {
    this.#most = most
  }

  get(actor: string): unknown {
    const state = this.#byActor.get(actor)
    if (state === undefined) return undefined
    this.#byActor.delete(actor)
    this.#byActor.set(actor, state)
    return state
  }

  set(actor: string, state: unknown): void {
    this.#byActor.delete(actor)
    this.#byActor.set(actor, state)
    if (this.#byActor.size > this.#most) for (const oldest of this.#byActor.keys()) return this.forget(oldest)
  }

  forget(actor: string): void {
    this.#byActor.delete(actor)
  }

  clear(): void {
    this.#byActor.clear()
  }

  get size(): number {
    return this.#byActor.size
  }
}

/** Two kinds of actor may share an id. */
export const awakeAs = (envelope: Envelope): string => `${envelope.actor}/${envelope.to}`
