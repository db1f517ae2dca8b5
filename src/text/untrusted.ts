declare const brand: unique symbol

/**
 * Words a participant wrote. A plain string at run time, opaque to the compiler, so that it cannot reach a result's
 * `data`, a header or a log line by accident: only text/, render/ and sql/ open it.
 */
export interface Untrusted {
  readonly [brand]: 'participant words'
}

export const untrusted = (words: string): Untrusted => words as unknown as Untrusted
export const words = (from: Untrusted): string => from as unknown as string
