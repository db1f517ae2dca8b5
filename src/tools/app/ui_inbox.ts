import { Type } from 'typebox'
import { inboxView } from '../../reading/home/inbox_view.ts'
import { countOpenWaits, watchWaits } from '../../reading/home/to_decide.ts'
import { readWatched, type Watched } from '../../reading/watched.ts'
import { presentAs } from '../../records/present.ts'
import { isAssistant } from '../../rules/caller.ts'
import { inboxText, quotes } from '../../render/tool_text/inbox_text.ts'
import { inputs } from '../../rules/limits.ts'
import { inboxEnd, inboxPage } from '../find/inbox_after.ts'
import { showSvc } from '../find/show_svc.ts'
import { list, optional, text } from '../input/fields.ts'
import { partial, rows } from '../output/shapes.ts'
import { quoting } from '../tool.ts'
import { fieldsOf, ownAppTool } from './app_tool.ts'

const seen = rows(partial({ id: Type.String(), version: Type.String() }))

/** The inbox, and the changes of what a screen shows: one wait for all that a person has open. */
export const uiInbox = ownAppTool({
  name: 'ui_inbox',
  title: 'Inbox',
  kind: 'read',
  idempotent: true,
  input: {
    ...fieldsOf(showSvc, 'after', 'classes', 'limit', 'wait'),
    watch: optional(
      list(
        text(1, inputs.watched),
        inputs.watch,
        'ids of hubs, threads, pads and DMs on the screen; as id@version, once known, no change is missed. With wait: comes back when one of them moved',
      ),
    ),
  },
  output: {
    ...showSvc.output,
    waits: Type.Integer({ minimum: 0, description: 'decisions that wait' }),
    moved: seen,
    watched: seen,
  },
  async run(call) {
    const { input, caller, reader, parts } = call
    const asked = new Map((input.watch ?? []).map(split))
    const look = async () => movedSince(asked, await readWatched(parts.sql, reader, [...asked.keys()]))
    const first = await look()
    // an id sent without a version is compared with its current one
    for (const { id, version } of first.watched) if (asked.get(id) === undefined) asked.set(id, version)

    // another may answer it meanwhile: then it no longer waits
    const waiting = await watchWaits(parts.sql, reader)
    const page = await inboxPage(call, {
      actors: [...new Set([...first.watched.flatMap(({ actors }) => actors), ...waiting.actors])],
      moved: async () => (await look()).moved.length > 0 || (await countOpenWaits(parts.sql, reader)) !== waiting.count,
    })
    const [{ moved, watched }, waits] = await Promise.all([look(), countOpenWaits(parts.sql, reader)])
    return presentAs({
      view: () => inboxView(parts, caller, page, reader, call.now),
      text: inboxText(page, inboxEnd(page, input), { assistant: isAssistant(caller) }),
      data: {
        ...page.data,
        inbox: page.inbox,
        waits,
        ...(input.watch && { moved, watched: watched.map(({ id, version }) => ({ id, version })) }),
      },
      trust: quotes(page.items) ? quoting('private') : undefined,
    })
  },
})

function split(named: string): [id: string, version: string | undefined] {
  const at = named.indexOf('@')
  return at < 0 ? [named, undefined] : [named.slice(0, at), named.slice(at + 1)]
}

/** The ids whose version differs from the screen's; without a version when the reader can no longer see them. */
function movedSince(asked: ReadonlyMap<string, string | undefined>, watched: readonly Watched[]) {
  const now = new Map(watched.map(({ id, version }) => [id, version]))
  const moved = [...asked].flatMap(([id, version]) => {
    const stands = now.get(id)
    if (version === undefined || version === stands) return []
    return [stands === undefined ? { id } : { id, version: stands }]
  })
  return { moved, watched }
}
