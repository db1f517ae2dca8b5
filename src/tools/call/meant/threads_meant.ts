import type { Sql } from '../../../../sql/client.ts'
import { threadOfPost, threadOfTask } from '../../../reading/actor_to_ask.ts'
import { isInDm } from '../../../reading/dm.ts'
import type { Caller } from '../../../rules/caller.ts'
import { idIn, isId, prefixes, thingIn } from '../../../rules/ids.ts'
import { isLeftOut, type Fields, withoutField } from '../../input/sent_fields.ts'
import type { ToolParts } from '../../tool_parts.ts'
import type { AnyTool } from '../../tool.ts'

/**
 * Replaces a post or task sent as thread_id by its thread, and adds the place of the post to answer where none was sent.
 * It only resolves ids: the actor decides whether the caller may read the place. An id that does not exist becomes the id
 * of no thread, so that it is refused like a private one.
 */
export async function withThreadMeant(
  { sql }: Pick<ToolParts, 'sql'>,
  { name, input, targets }: Pick<AnyTool, 'name' | 'input' | 'targets'>,
  sent: Fields,
  speaks: () => Promise<Caller>,
): Promise<Fields> {
  const { thread_id } = sent
  if (typeof thread_id === 'string' && isId('thread', thread_id)) return sent
  if (name === 'post_reply') {
    const dm = dmSentAsThread(sent)
    if (dm !== undefined) return { ...withoutField(sent, 'thread_id'), dm_id: dm }
    if (namesNoPlace(sent)) return withPlaceOfAnswered(sql, sent, speaks)
  }
  if (!Object.hasOwn(input, 'thread_id') || typeof thread_id !== 'string') return sent
  const part = postOrTaskIn(thread_id)
  if (part === undefined) return sent
  if (targets) return asTarget(input, sent, `${part.thing}_id`, part.id)
  const answers = name === 'post_reply' && part.thing === 'post' && isLeftOut(sent['reply_to'])
  return { ...sent, thread_id: await threadOfPart(sql, part), ...(answers && { reply_to: part.id }) }
}

/** The id of a DM that came as thread_id. */
function dmSentAsThread({ thread_id, dm_id }: Fields): string | undefined {
  if (typeof thread_id !== 'string' || !isLeftOut(dm_id)) return undefined
  return idIn(prefixes.thread, thread_id) === undefined ? idIn(prefixes.dm, thread_id) : undefined
}

const namesNoPlace = ({ thread_id, dm_id, edits_post }: Fields): boolean =>
  [thread_id, dm_id, edits_post].every(isLeftOut)

/** The place of the post to answer; a DM only for its two sides. */
async function withPlaceOfAnswered(sql: Sql, sent: Fields, speaks: () => Promise<Caller>): Promise<Fields> {
  const { reply_to } = sent
  const post = typeof reply_to === 'string' ? idIn(prefixes.post, reply_to) : undefined
  if (post === undefined) return sent
  const place = await threadOfPost(sql, post)
  if (place === undefined) return { ...sent, thread_id: noThread(post) }
  if (!isId('dm', place)) return { ...sent, thread_id: place }
  const caller = await speaks()
  return (await isInDm(sql, caller.id, place)) ? { ...sent, dm_id: place } : { ...sent, thread_id: noThread(post) }
}

interface Part {
  readonly thing: 'post' | 'task'
  readonly id: string
}

/** The post or task that a text names, when it names no thread. */
function postOrTaskIn(text: string): Part | undefined {
  if (idIn(prefixes.thread, text) !== undefined) return undefined
  const [thing, id] = thingIn(text) ?? []
  return id !== undefined && (thing === 'post' || thing === 'task') ? { thing, id } : undefined
}

async function threadOfPart(sql: Sql, { thing, id }: Part): Promise<string> {
  const found = thing === 'post' ? await threadOfPost(sql, id) : await threadOfTask(sql, id)
  return found !== undefined && isId('thread', found) ? found : noThread(id)
}

/** An id in the form of a thread's that no thread has. */
const noThread = (id: string): string => `${prefixes.thread}${id.slice(id.indexOf('_') + 1)}`

/** Under its own name where the tool takes one and it was not sent; else as it came, to be refused. */
const asTarget = (input: AnyTool['input'], sent: Fields, own: string, id: string): Fields =>
  Object.hasOwn(input, own) && isLeftOut(sent[own]) ? { ...withoutField(sent, 'thread_id'), [own]: id } : sent
