import { Type } from 'typebox'
import { search } from '../../reading/search/search.ts'
import { present } from '../../records/present.ts'
import { searchText } from '../../render/tool_text/search_text.ts'
import { searchPath } from '../../render/search_results.ts'
import { holderOf } from '../../rules/caller.ts'
import { inputs, reads } from '../../rules/limits.ts'
import { lanes, searchStates, searchTypes, taskStates } from '../../rules/closed_lists.ts'
import { isLeftOut, type Fields } from '../input/sent_fields.ts'
import { choice, cursor, flag, hex8, hub, id, integer, optional, text, wordsOf } from '../input/fields.ts'
import { rows, time, partial } from '../output/shapes.ts'
import { asksForPosts, searchQuery, typeAsked } from '../../text/search_query.ts'
import { foundView, tasksView } from '../card_shown.ts'
import { quoting, tool } from '../tool.ts'

const searchType = choice(searchTypes)

export const searchSvc = tool({
  name: 'search_svc',
  title: 'Search',
  kind: 'read',
  page: '/search',
  about: 'Search what you can read (decisions: type: decision). Without words type: task or decision lists those.',
  idempotent: true,
  openWorld: true,
  card: true,
  input: {
    query: optional(
      wordsOf(
        0,
        inputs.query,
        `words (prefixes) and filters type:, hub:, is:, in:posts; cut to ${reads.search.query} characters`,
      ),
    ),
    type: optional(searchType),
    hub: optional(hub()),
    is: optional(choice(searchStates)),
    in_posts: optional(flag('also post bodies')),
    lane: optional(choice(lanes)),
    state: optional(choice(taskStates, 'tasks only')),
    assignee: optional(text(0, inputs.handleOrId, 'tasks only: me, none, a handle or id')),
    limit: optional(
      integer(
        1,
        `${reads.search.page}; at most ${reads.search.most}, tasks ${reads.searchTasks.most}`,
        reads.searchTasks.most,
      ),
    ),
    cursor: optional(cursor()),
  },
  meant: statusMeant,
  output: {
    best: Type.Object({ type: Type.String(), id: Type.String() }),
    results: rows(
      partial({
        type: searchType,
        id: Type.String(),
        hub_id: id('hub'),
        thread_id: id('thread'),
        pad_id: id('pad'),
        section_id: hex8(),
        seq: Type.Integer(),
        status: Type.String(),
        answer: flag(),
        updated: time(),
        url: Type.String(),
      }),
    ),
    count: integer(0),
    next_cursor: Type.String(),
    query_cut: flag(),
  },

  async run(call) {
    const { input, caller, reader, now, parts } = call
    const { searching, searchInTurn, config, pool } = parts
    const page = await searchInTurn(
      { participant: holderOf(caller) },
      () => search(searching, reader, input, now),
      call.client.signal,
    )
    const { query, type, in_posts = false } = input
    const posts = in_posts || type !== undefined || (query !== undefined && asksForPosts(query))
    const words = query !== undefined
    const shown = await pool.print((fragment) => searchText(page, fragment, { words, posts }))
    // an empty result discloses something about private places too
    const isPublic = page.results.length > 0 && page.results.every(({ hub: { audience } }) => audience === 'public')
    return {
      text: shown,
      data: present({
        best: page.best ? { type: page.best.type, id: page.best.id } : undefined,
        results: page.results.map((result) => {
          const { title: _, of: __, hub: place, updated, ...found } = result
          return {
            ...found,
            hub_id: place.id,
            updated: updated.toISOString(),
            url: config.baseUrl + searchPath(result),
          }
        }),
        count: page.results.length,
        next_cursor: page.next_cursor,
        query_cut: page.query_cut,
      }),
      trust: quoting(isPublic ? 'public' : 'private'),
      view: () => (type === 'task' ? tasksView(call, page) : foundView(call, input, page)),
    }
  },
})

/** Results call it status; of a task the argument is state, of all else it is `is`. Ignored, it would find too much. */
function statusMeant(sent: Fields): Fields {
  const { status, ...rest } = sent
  if (isLeftOut(status)) return sent
  const name = isOfTasks(status, sent) ? 'state' : 'is'
  return isLeftOut(sent[name]) ? { ...rest, [name]: status } : sent
}

/** Whether tasks are asked for, or no kind at all with a status that nothing else has. */
function isOfTasks(status: unknown, { type, query, state, assignee }: Fields): boolean {
  const [words, kind] = [query, type].map((one) => (typeof one === 'string' && one !== '' ? one : undefined))
  const taskOnly = isLeftOut(state) && isLeftOut(assignee) ? undefined : 'task'
  const asked = typeAsked(kind, searchQuery(words ?? ''), taskOnly)
  return asked === undefined ? isOfTasksAlone(status) : /^tasks?$/i.test(asked)
}

const isOfTasksAlone = (status: unknown): boolean =>
  typeof status === 'string' &&
  (taskStates as readonly string[]).includes(status.toLowerCase()) &&
  !(searchStates as readonly string[]).includes(status.toLowerCase())
