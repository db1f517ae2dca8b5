/** The detail of a refusal after which a write may stand all the same. */
export const outcomeNotKnown = { outcome: 'unknown' } as const

export const mayStand = ({ details }: { readonly details: Readonly<Record<string, unknown>> }): boolean =>
  details['outcome'] === outcomeNotKnown.outcome
