/** Returns the part of a name before the cursor, after an @ at the start of a word. */
export const nameBefore = (words: string): string | undefined => /(?:^|[\s(])@([\w.-]{0,30})$/u.exec(words)?.[1]
