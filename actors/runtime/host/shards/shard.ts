import { statesAwake } from '../../numbers.ts'
import type { Envelope } from '../../wire/envelope.ts'
import type { Claimed } from '../../../../sql/runtime/shards.ts'

/** A stream entry that was read and is not yet committed. */
export interface Entry {
  readonly streamId: string
  readonly body: string
  /** absent when the text is no message of this version: the entry only moves the offset */
  readonly envelope?: Envelope
}

/** A shard that this host believes it owns: the epoch decides at every commit. */
export interface Shard {
  readonly id: number
  epoch: number
  /** id of the last committed stream entry */
  offset: string
  commits: number
  /** id of the last stream entry read */
  readTo: string
  /** read and not yet committed, oldest first */
  readonly queue: Entry[]
  readonly states: States
  /** whether new entries of its stream are known to sort after the offset */
  forwarded: boolean
  /** claimed from an owner that did not release it and may have died on a message */
  unclean: boolean
  /** after an unclean claim: entries up to this id are tried one by one */
  tryAloneTo?: string
  /** the entry that former owners died on, and how often it was tried */
  probe?: { readonly streamId: string; readonly count: number }
  /** released before the next batch */
  leaving: boolean
  /** entries consumed since the last trim */
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
    // the former owner may have left consumed entries in the stream
    untrimmed: 1,
    ...(claimed.probe !== null && { probe: { streamId: claimed.probe, count: claimed.probe_n } }),
  }
}

/** Drops what was read and not committed: the streams still hold it. */
export function rewind(shard: Shard): void {
  unread(shard)
  shard.states.clear()
}

/** The same, where its actors' states are known to be those that are stored. */
export function unread(shard: Shard): void {
  shard.queue.length = 0
  shard.readTo = shard.offset
}

/** Cached states of actors; the least recently used are evicted first. */
class States {
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

/** Cache key of an actor's state: two kinds of actor may share an id. */
export const stateKey = (envelope: Envelope): string => `${envelope.actor}/${envelope.to}`
