import { threadWithPost } from '../../../reading/thread/post_named.ts'
import { threadOfTask } from '../../../reading/thread/task_named.ts'
import { isInDm } from '../../../reading/dm.ts'
import type { Caller } from '../../../rules/caller.ts'
import { idIn, isId, prefixes, thingIn } from '../../../rules/ids.ts'
import { isLeftOut } from '../../input/coerce.ts'
import type { ToolParts } from '../../parts.ts'
import type { AnyTool } from '../../tool.ts'

type Fields = Readonly<Record<string, unknown>>

/**
 * Puts the thread where a post or task of it was named, and where only the post to answer was. It only says which place
 * is asked: whether the caller may read that is decided there. What is nowhere goes on under an id of no thread, so that
 * every check before that answers it like what is private.
 */
export async function withThreadMeant(
  { sql }: Pick<ToolParts, 'sql'>,
  { name, input }: Pick<AnyTool, 'name' | 'input'>,
  sent: Fields,
  speaks: () => Promise<Caller>,
): Promise<Fields> {
  const { thread_id, dm_id, edits_post, reply_to } = sent
  if (typeof thread_id === 'string' && isId('thread', thread_id)) return sent
  if (name === 'post_reply' && typeof thread_id === 'string') {
    const dm = idIn(prefixes.thread, thread_id) === undefined ? idIn(prefixes.dm, thread_id) : undefined
    if (dm !== undefined && isLeftOut(dm_id)) return { ...without(sent, 'thread_id'), dm_id: dm }
  }
  if (name === 'post_reply' && [thread_id, dm_id, edits_post].every(isLeftOut)) {
    const post = typeof reply_to === 'string' ? idIn(prefixes.post, reply_to) : undefined
    const place = post === undefined ? undefined : await threadWithPost(sql, post)
    if (post === undefined) return sent
    const inDm = place !== undefined && isId('dm', place)
    if (place === undefined || (inDm && !(await isInDm(sql, (await speaks()).id, place))))
      return { ...sent, thread_id: noThread(post) }
    return { ...sent, [inDm ? 'dm_id' : 'thread_id']: place }
  }
  if (!Object.hasOwn(input, 'thread_id') || typeof thread_id !== 'string') return sent
  if (idIn(prefixes.thread, thread_id) !== undefined) return sent
  const [thing, id] = thingIn(thread_id) ?? []
  if (id === undefined || (thing !== 'post' && thing !== 'task')) return sent
  if (targeting.has(name)) return asTarget(input, sent, `${thing}_id`, id)
  const found = thing === 'post' ? await threadWithPost(sql, id) : await threadOfTask(sql, id)
  const thread = found !== undefined && isId('thread', found) ? found : noThread(id)
  const answers = name === 'post_reply' && thing === 'post' && isLeftOut(reply_to)
  return { ...sent, thread_id: thread, ...(answers && { reply_to: id }) }
}

/** The id that a thread would have which was minted with this post or task: none has it. */
const noThread = (id: string): string => `${prefixes.thread}${id.slice(id.indexOf('_') + 1)}`

/** These act on what is named: the thread of a post is another thing to report or to hide than the post. */
const targeting: ReadonlySet<string> = new Set(['report', 'moderate'])

/** Under its own name where the tool takes one and it was not sent; else as it came, to be refused. */
const asTarget = (input: AnyTool['input'], sent: Fields, own: string, id: string): Fields =>
  Object.hasOwn(input, own) && isLeftOut(sent[own]) ? { ...without(sent, 'thread_id'), [own]: id } : sent

const without = (fields: Fields, name: string): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([one]) => one !== name))
