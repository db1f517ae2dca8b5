/** The shape of every key in Redis. */

export const windowKey = (pace: string, subject: string): string => `win:${pace}:${subject}`
/** stands while Redis is known to hold the whole of a window that PostgreSQL can refill */
export const warmKey = (pace: string, subject: string): string => `warm:${pace}:${subject}`
export const cooldownKey = (subject: string): string => `cool:${subject}`

/** The mailbox of a shard: eight shards share a hash tag, so that one read can take eight in a cluster. */
export const mailboxKey = (shard: number): string => `mbx:{g${shard & 7}}:${shard}`
/** what changed in the shards that share this channel */
export const wakeChannel = (shard: number): string => `wake:${shard & 7}`
export const wakeChannels: readonly string[] = Array.from({ length: 8 }, (_, channel) => wakeChannel(channel))
/** results for one front-end */
export const replyChannel = (instance: string): string => `reply:${instance}`
/** shards were released: whoever has too few may claim now */
export const hintChannel = 'shards'
/** the open waits of a participant, by when they end at the latest */
export const waitsKey = (participant: string): string => `waits:${participant}`
/** Tells every instance whose credentials or standing changed. */
export const identityChannel = 'identity:changed'
/** the test clock was moved */
export const clockChannel = 'clock'
/** redis-om puts a colon and the id behind it */
export const shortLivedPrefix = (kind: string): string => `short:${kind}`
export const shortLivedKey = (kind: string, id: string): string => `${shortLivedPrefix(kind)}:${id}`
/** a fixed window of one limit: rate-limiter-flexible puts the subject behind it */
export const ipWindowPrefix = (limit: string): string => `ip:${limit}`
