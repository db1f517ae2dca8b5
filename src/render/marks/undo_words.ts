import type { Person } from '../../records/person.ts'
import type { ActsAsked } from '../page_arguments.ts'
import { called } from './names.ts'
import { counted } from './in_words.ts'

/** "Scout’s change to Flour and 2 other sections", as plain text for labels. */
export const changeNamed = (by: Person, place: string, me: ActsAsked['me'], others = 0): string =>
  `${by.id === me?.id ? 'your' : `${called(by)}’s`} change to ${place}${others > 0 ? ` and ${counted(others, 'other section')}` : ''}`

/** An edit is undone as a whole, from any of its sections. */
export const undoOf = (others: number): string => (others > 0 ? `Undo in ${others + 1} sections` : 'Undo')
