import { dmView, readDm } from '../reading/dm.ts'
import { withEarlierTexts } from '../reading/thread/earlier_texts.ts'
import { readHubView } from '../reading/hub/hub_view.ts'
import { readPad } from '../reading/pad/pad.ts'
import type { PadWanted } from '../reading/pad/pad_rows.ts'
import { threadView } from '../reading/thread/thread_view.ts'
import { readPeopleNamed } from '../reading/search/people_named.ts'
import { readTasksNamed } from '../reading/home/own_tasks.ts'
import { search } from '../reading/search/search.ts'
import { readHomeView } from '../reading/home/home_view.ts'
import type { ThreadAsked } from '../reading/thread/thread.ts'
import { presentAs, unlessEmpty } from '../records/present.ts'
import { isId } from '../rules/ids.ts'
import { reads } from '../rules/limits.ts'
import type { SearchPage } from '../records/search_page.ts'
import type { SearchView, View } from '../records/view.ts'
import type { TasksView } from '../records/home/task_views.ts'
import type { Untrusted } from '../text/untrusted.ts'
import type { Call } from './tool.ts'
import type { PlaceKind } from '../rules/closed_lists.ts'

/**
 * What a card shows after an act: the thing's current state, for the caller. Read for the embedded view and the web app
 * only, and not counted as having read it. Undefined when the act removed it from the caller's sight.
 */
type Shown = Promise<View | undefined>

type By = Pick<Call<unknown>, 'caller' | 'reader' | 'now' | 'parts'>

/** The newest posts, or that one post when it is older. */
export async function threadShown({ caller, reader, now, parts }: By, id: string, post?: string): Shown {
  const { sql, threads } = parts
  const read = (asked: Partial<ThreadAsked>) => threads.read(reader, { id, posts: reads.card.posts, ...asked }, now)
  const newest = await read({})
  const isOlder = post !== undefined && newest?.page.posts.some((one) => one.id === post) === false
  const opened = isOlder ? await read({ post }) : newest
  return opened && threadView(sql, await withEarlierTexts(sql, opened), caller)
}

export async function dmShown({ caller, parts: { sql } }: By, id: string): Shown {
  const page = await readDm(sql, caller.id, id, { limit: reads.card.posts })
  return page && dmView(sql, page, caller)
}

export async function padShown(
  { caller, reader, now, parts }: By,
  id: string,
  asked: Omit<PadWanted, 'id'> = {},
): Shown {
  const wanted = { suggested: true, ...asked, id, margins: { by: caller } }
  const page = await readPad(parts, reader, wanted, now)
  return page && { kind: 'pad', ...page }
}

export const hubShown = ({ caller, reader, now, parts }: By, hub: string): Shown =>
  readHubView(parts, reader, caller, { hub }, now)

/** The thread or DM of a post. */
export const talkShown = (by: By, id: string, post: string): Shown =>
  isId('dm', id) ? dmShown(by, id) : threadShown(by, id, post)

export const placeShown = (by: By, { kind, id }: { readonly kind: PlaceKind; readonly id: string }): Shown =>
  ({ hub: hubShown, thread: threadShown, pad: padShown })[kind](by, id)

/** Home, as show_svc shows it. */
export const homeShown = ({ caller, reader, now, parts }: By): Promise<View> => readHomeView(parts, caller, reader, now)

/** The caller's tasks, last changed first. */
export async function tasksShown(by: By): Shown {
  const { reader, now, parts } = by
  const wanted = { type: 'task', limit: reads.card.tasks } as const
  return tasksView(by, await search(parts, reader, wanted, now))
}

/** A search's results; in the web app also the people and agents whom the person shares a place with. */
export async function foundView(
  { caller, parts: { sql } }: By,
  { query, type, hub, is, cursor }: { readonly query?: Untrusted } & Readonly<Record<string, unknown>>,
  page: SearchPage,
): Promise<SearchView> {
  const narrowed = [type, hub, is, cursor].some((one) => one !== undefined)
  const alone = caller.connection !== 'session' || query === undefined || narrowed
  const people = alone ? [] : await readPeopleNamed(sql, caller.id, query)
  return presentAs({ kind: 'search', ...page, people: unlessEmpty(people) })
}

/** The tasks found, with the caller's rights for those that fit on a card. */
export async function tasksView({ caller, reader, parts: { sql } }: By, page: SearchPage): Promise<TasksView> {
  const ids = page.results.slice(0, reads.card.tasks).map(({ id }) => id)
  return { kind: 'tasks', ...page, tasks: await readTasksNamed(sql, caller, reader, ids) }
}
