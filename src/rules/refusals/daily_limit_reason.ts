/**
 * The reason of the refusal that is reported as limit_reached, a result and not an error. It stands apart from the
 * errors, which no page needs to load.
 */
export const dailyLimit = 'daily_limit' as const
