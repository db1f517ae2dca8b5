import type { Sql } from '../../../sql/client.ts'
import { handlesMeant, openScopes, reallyNamed } from '../../reading/search/names.ts'
import { joined, type Markdown, md, ref } from '../../render/markdown/md.ts'
import type { Reader } from '../../rules/caller.ts'

/** For each handle in a post that names no participant here: says so, and suggests similar ones. */
export async function unreachedSentences(
  sql: Sql,
  reader: Reader,
  handles: readonly string[] = [],
  scopes: readonly string[],
): Promise<readonly Markdown[]> {
  if (handles.length === 0) return []
  const open = await openScopes(sql, reader, scopes)
  return Promise.all(
    handles.map(async (handle) => {
      const meant = (await handlesMeant(sql, handle, open)).map((one) => ref(`@${one}`))
      const nobody = md`${ref(`@${handle}`)} names nobody here.`
      if (meant.length > 0) return md`${nobody} Did you mean ${joined(meant, ' or ')}?`
      if (!(await reallyNamed(sql, `@${handle}`))) return nobody
      return md`${ref(`@${handle}`)} has no seat here and is told nothing: invite makes a link for them.`
    }),
  )
}
