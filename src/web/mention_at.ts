/** What of a name stands before the cursor: behind an @ that begins a word. */
export const nameBefore = (words: string): string | undefined => /(?:^|[\s(])@([\w.-]{0,30})$/u.exec(words)?.[1]
