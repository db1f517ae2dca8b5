import type { DecisionStatus, EditStatus } from '../lists.ts'

type Moves<State extends string> = Readonly<Record<State, readonly State[]>>

export const editMoves: Moves<EditStatus> = {
  live: ['undone'],
  proposed: ['accepted', 'turned_down', 'withdrawn'],
  // whoever accepted it takes that back soon after
  accepted: ['proposed'],
  turned_down: [],
  withdrawn: [],
  undone: [],
}

export const decisionMoves: Moves<DecisionStatus> = {
  proposed: ['decided', 'turned_down', 'withdrawn'],
  decided: ['superseded', 'withdrawn'],
  turned_down: [],
  withdrawn: [],
  superseded: [],
}

export const canMove = <State extends string>(moves: Moves<State>, from: State, to: State): boolean =>
  moves[from].includes(to)
