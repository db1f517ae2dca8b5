import type { DecisionStatus } from '../closed_lists.ts'
import type { Moves } from './moves.ts'

export const decisionMoves: Moves<DecisionStatus> = {
  proposed: ['decided', 'turned_down', 'withdrawn'],
  decided: ['superseded', 'withdrawn'],
  turned_down: [],
  withdrawn: [],
  superseded: [],
}
