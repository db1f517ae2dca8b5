import { capitalised, numberWords } from '../in_words.ts'

export const waitsWords = (count: number): string =>
  count === 0
    ? 'Nothing waits for you.'
    : `${capitalised(numberWords(count, 'thing'))} ${count === 1 ? 'waits' : 'wait'} for you.`
