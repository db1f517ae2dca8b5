/** From each state of a thing, the states that it may go to. */
export type Moves<State extends string> = Readonly<Record<State, readonly State[]>>

export const canMove = <State extends string>(moves: Moves<State>, from: State, to: State): boolean =>
  moves[from].includes(to)
