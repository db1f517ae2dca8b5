declare const brand: unique symbol

/**
 * Words that a participant wrote. A plain string at run time, opaque to the compiler, so that it cannot get into a
 * result's `data`, a header or a log line by accident: only text/, render/, sql/ and actors unwrap it.
 */
export interface Untrusted {
  readonly [brand]: 'participant words'
}

export const untrusted = (words: string): Untrusted => words as unknown as Untrusted
export const words = (from: Untrusted): string => from as unknown as string
