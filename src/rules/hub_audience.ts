/** Who may read a hub: anyone if it is public, only those with a seat if it is private. A new hub is private. */
export const audiences = ['public', 'private'] as const
export type Audience = (typeof audiences)[number]

export const audienceAtFirst = 'private' as const satisfies Audience
