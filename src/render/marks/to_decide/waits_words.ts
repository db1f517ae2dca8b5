import { capitalised, countWords } from '../count_words.ts'

export const waitsWords = (count: number): string =>
  count === 0
    ? 'Nothing waits for you.'
    : `${capitalised(countWords(count, 'thing'))} ${count === 1 ? 'waits' : 'wait'} for you.`
