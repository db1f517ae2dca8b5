import type { Sql } from '../../../sql/client.ts'
import { handlesMeant } from '../../reading/handles_meant.ts'
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
      return meant.length === 0 ? nobody : md`${nobody} Did you mean ${joined(meant, ' or ')}?`
    }),
  )
