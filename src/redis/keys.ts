/** The shape of every key in Redis. */

export const windowKey = (pace: string, subject: string): string => `win:${pace}:${subject}`
/** stands while Redis is known to hold the whole of a window that PostgreSQL can refill */
export const warmKey = (pace: string, subject: string): string => `warm:${pace}:${subject}`
export const cooldownKey = (subject: string): string => `cool:${subject}`
