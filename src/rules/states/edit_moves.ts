import type { EditStatus } from '../closed_lists.ts'
import type { Moves } from './moves.ts'

export const editMoves: Moves<EditStatus> = {
  live: ['undone'],
  proposed: ['accepted', 'turned_down', 'withdrawn'],
  // taken back soon after, by the one who accepted it
  accepted: ['proposed'],
  turned_down: [],
  withdrawn: [],
  undone: [],
}
