import type { Sql } from '../../../sql/client.ts'
import { namedThere, reallyNamed } from '../../reading/search/names.ts'
import { notFound, Refusal } from '../../rules/errors.ts'
import type { Reader } from '../../rules/caller.ts'
import { ownPart, typedHandle } from '../../text/names/handles.ts'

/** Resolves a handle in a thread: when it does not exist, the only handle there of which it is the first part. */
export async function namedIn(sql: Sql, reader: Reader, thread: string, named: string): Promise<string> {
  const handle = typedHandle(named)
  if (await reallyNamed(sql, named)) return handle
  const [only, other] = await namedThere(sql, reader, thread, handle)
  return only !== undefined && other === undefined && ownPart(only) === handle ? only : handle
}

/** Adds similar handles in the thread to the refusal of an unknown name. The caller may read the thread. */
export async function withHandlesMeant(
  sql: Sql,
  reader: Reader,
  thread: string,
  error: unknown,
  names: Readonly<Record<string, string | undefined>>,
): Promise<unknown> {
  if (!(error instanceof Refusal)) return error
  const field = error.details['field']
  const named = typeof field === 'string' ? names[field] : undefined
  if (named === undefined) return error
  const handle = typedHandle(named)
  const meant = (await namedThere(sql, reader, thread, ownPart(handle))).filter((one) => one !== handle)
  const words = meant.map((one) => `@${one}`).join(' or ')
  const details = { ...error.details, meant }
  return meant.length === 0 ? error : notFound('unreadable', `${error.message} Did you mean ${words}?`, details)
}
