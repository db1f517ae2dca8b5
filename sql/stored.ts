import { present } from '../src/records/present.ts'
import { iso } from '../src/rules/units.ts'

/** A state as its row holds it: what a state keeps in epoch milliseconds, under a name that ends in _at, is ISO 8601. */
export type Stored<State> = {
  readonly [Name in keyof State]: Name extends `${string}_at` ? string : State[Name]
}

export const stored = <State extends object>(state: State): Stored<State> =>
  present(
    Object.fromEntries(
      Object.entries(state).map(([name, value]) => [
        name,
        name.endsWith('_at') && typeof value === 'number' ? iso(value) : value,
      ]),
    ),
  ) as Stored<State>
