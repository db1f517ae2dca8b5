/** Who may read a hub: a public one everybody, a private one those with a seat there. A new hub is private. */
export const audiences = ['public', 'private'] as const
export type Audience = (typeof audiences)[number]

export const audienceAtFirst = 'private' as const satisfies Audience
