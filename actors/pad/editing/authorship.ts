import { presentAs } from '../../../src/records/present.ts'
import { type Caller, cameBy } from '../../../src/rules/caller.ts'
import { principal } from '../../../src/rules/one_human.ts'
import type { AuthorColumns } from '../../../sql/effects/pad/edits.ts'

/** To whom a change is attributed: a caller, or the author of a suggestion that goes in by itself. */
export type Writing = Pick<Caller, 'id' | 'kind' | 'human_id' | 'parent_id' | 'counts_as' | 'via'> &
  Partial<Pick<Caller, 'connection' | 'grant_id' | 'credential_id'>>

export const authorship = (by: Writing): AuthorColumns =>
  presentAs({
    author_id: by.id,
    author_kind: by.kind,
    principal_id: principal(by),
    human_id: by.human_id,
    host: by.via,
    ...cameBy(by),
  })
