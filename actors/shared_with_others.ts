import type { Caller } from '../src/rules/caller.ts'
import { company } from '../sql/facts/shared_with_others.ts'

/** Whether another human's ids have a seat where a linked agent writes, as a fact; not loaded for others. */
export const companyOf = (
  { human_id }: Pick<Caller, 'human_id'>,
  { place_id, hub_id, thread_id = '' }: { place_id: string; hub_id: string; thread_id?: string | undefined },
) => company.maybe(human_id === undefined ? undefined : { place_id, hub_id, thread_id, human_id })

/** What a linked agent writes in a place that only its human and their agents share counts in no pool. */
export const aloneIn = (company: boolean | undefined): { readonly alone?: true } =>
  company === false ? { alone: true } : {}
