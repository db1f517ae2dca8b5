import type { Caller } from '../src/rules/caller.ts'
import { sharedPlaces } from '../sql/facts/shared_with_others.ts'

/** Whether another human's ids have a seat where a linked agent writes, as a fact; not loaded for others. */
export const whetherShared = (
  { human_id }: Pick<Caller, 'human_id'>,
  { place_id, hub_id, thread_id = '' }: { place_id: string; hub_id: string; thread_id?: string | undefined },
) => sharedPlaces.maybe(human_id === undefined ? undefined : { place_id, hub_id, thread_id, human_id })

/** What a linked agent writes in a place that only its human and their agents share counts in no pool. */
export const aloneIn = (shared: boolean | undefined): { readonly alone?: true } =>
  shared === false ? { alone: true } : {}
