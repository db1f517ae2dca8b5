/** The shape of every key in Redis. */

export const windowKey = (pace: string, subject: string): string => `win:${pace}:${subject}`
/** exists while Redis holds a complete window that PostgreSQL can refill */
export const warmKey = (pace: string, subject: string): string => `warm:${pace}:${subject}`
export const cooldownKey = (subject: string): string => `cool:${subject}`

/** The mailbox of a shard. Eight shards share a hash tag, so that one read can take eight in a cluster. */
export const mailboxKey = (shard: number): string => `mbx:{g${shard & 7}}:${shard}`
/** changes of the shards that share this channel */
export const wakeChannel = (shard: number): string => `wake:${shard & 7}`
export const wakeChannels: readonly string[] = Array.from({ length: 8 }, (_, channel) => wakeChannel(channel))
/** results for one front-end */
export const replyChannel = (instance: string): string => `reply:${instance}`
/** shards were released: hosts with too few may claim them now */
export const hintChannel = 'shards'
/** the open waits of a participant, scored by their latest end */
export const waitsKey = (participant: string): string => `waits:${participant}`
/** Tells every instance which waits are over before their time. */
export const endedWaitsChannel = 'waits:ended'
/** Tells every instance whose credentials or standing changed. */
export const identityChannel = 'identity:changed'
/** the test clock was moved */
export const clockChannel = 'clock'
/** written to learn whether Redis takes writes */
export const writableKey = 'writable'
/** redis-om appends a colon and the id */
export const shortLivedPrefix = (kind: string): string => `short:${kind}`
export const shortLivedKey = (kind: string, id: string): string => `${shortLivedPrefix(kind)}:${id}`
/** fixed window of one limit; rate-limiter-flexible appends the subject */
export const ipWindowPrefix = (limit: string): string => `ip:${limit}`
