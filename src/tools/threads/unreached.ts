import type { Sql } from '../../../sql/client.ts'
import { handlesMeant, reallyNamed } from '../../reading/handles_meant.ts'
import { joined, type Markdown, md, ref } from '../../render/md.ts'

/** For each handle in a post that names no participant here: says so, and suggests similar ones. */
export const unreachedSentences = (
  sql: Sql,
  handles: readonly string[] = [],
  scopes: readonly string[],
): Promise<readonly Markdown[]> =>
  Promise.all(
    handles.map(async (handle) => {
      const meant = (await handlesMeant(sql, handle, scopes)).map((one) => ref(`@${one}`))
      const nobody = md`${ref(`@${handle}`)} names nobody here.`
      if (meant.length > 0) return md`${nobody} Did you mean ${joined(meant, ' or ')}?`
      if (!(await reallyNamed(sql, `@${handle}`))) return nobody
      return md`${ref(`@${handle}`)} has no seat here and is told nothing: invite makes a link for them.`
    }),
  )
