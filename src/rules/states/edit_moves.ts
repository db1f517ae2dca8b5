import type { EditStatus } from '../lists.ts'
import type { Moves } from './moves.ts'

export const editMoves: Moves<EditStatus> = {
  live: ['undone'],
  proposed: ['accepted', 'turned_down', 'withdrawn'],
  // whoever accepted it takes that back soon after
  accepted: ['proposed'],
  turned_down: [],
  withdrawn: [],
  undone: [],
}
