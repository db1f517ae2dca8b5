import { Refusal } from '../../../rules/errors.ts'

/** Shows the first page for an invalid cursor: a web page does not fail because of its query. */
export async function orFirstPage<Page>(
  cursor: string | undefined,
  read: (cursor: string | undefined) => Promise<Page>,
): Promise<Page> {
  try {
    return await read(cursor)
  } catch (error) {
    if (cursor !== undefined && error instanceof Refusal && error.reason === 'cursor') return read(undefined)
    throw error
  }
}
