import { mint, type Thing } from '../../../src/rules/ids.ts'
import type { TestServer } from '../../support/server.ts'
import { makePublic, type Reader, seat, standings, unseat, type Walkers } from './readers.ts'

/** What an argument or an address can name. */
export type Kind =
  | 'hub'
  | 'thread'
  | 'pad'
  | 'post'
  | 'edit'
  | 'decision'
  | 'task'
  | 'dm'
  | 'section'
  | 'entry'
  | 'invite'
  | 'preview'
  | 'participant'

/** One thing of the walk: who may know that it is there. Everybody else is told what is told of a missing one. */
export interface Walked {
  readonly what: string
  readonly kind: Kind
  readonly id: string
  readonly readers: readonly Reader[]
  /** who could guess that it is there and is told by a rule of its own: neither way is checked */
  readonly unsaid?: readonly Reader[]
  /** of a post, task or section: where it stands */
  readonly thread?: string
  readonly pad?: string
}

/** Stands in every title and text of what is private or hidden, and nowhere else. */
export const secretWord = 'zibibbo'
/** In everything that is walked. */
export const word = 'marzemino'

const everybody: readonly Reader[] = [...standings, 'signed out']
const seated: readonly Reader[] = ['owner', 'helper', 'member']
const keepers: readonly Reader[] = ['owner', 'helper']
const notKeepers = everybody.filter((reader) => !keepers.includes(reader))

/** A private and a public hub with one of everything, of each also a hidden one, and a DM. */
export async function makeThings(server: TestServer, walkers: Walkers): Promise<readonly Walked[]> {
  const hubs = [await makeHub(server, walkers, 'private'), await makeHub(server, walkers, 'public')]
  const { owner, member, stranger } = walkers.by
  const dm = await owner.agent.does('start_dm', { to: member.agent.id, body: `Between us: ${secretWord} ${word}.` })
  return [
    ...hubs.flat(),
    { what: 'DM', kind: 'dm', id: dm['dm_id'], readers: ['owner', 'member'] },
    { what: 'post in a DM', kind: 'post', id: dm['post_id'], readers: [], unsaid: ['owner', 'member'] },
    { what: 'participant', kind: 'participant', id: stranger.agent.id, readers: everybody },
  ]
}

async function makeHub(server: TestServer, walkers: Walkers, audience: 'private' | 'public'): Promise<Walked[]> {
  const owner = walkers.by.owner.agent
  const member = walkers.by.member.agent
  const isPublic = audience === 'public'
  const all = isPublic ? everybody : seated
  const { hub_id, slug } = await owner.does('create_hub', { title: `Cellar ${said(!isPublic)}` })
  await seat(server, walkers, hub_id, slug)
  const shown = await furnish(walkers, slug, !isPublic)
  const hidden = await furnish(walkers, slug, true)
  const { preview } = await owner.does('update_hub', { hub: slug, audience: 'public' })
  if (isPublic) await makePublic(owner, slug)
  const invited = await owner.does('invite', { hub: slug })
  const covered = await owner.does('moderate', {
    action: 'hide',
    level: 'hide',
    thread_id: hidden.thread,
    reason: 'off_topic',
  })
  await owner.does('moderate', { action: 'hide', level: 'hide', pad_id: hidden.pad, reason: 'off_topic' })
  const undone = await owner.does('undo_everything', { hub: slug, participant: walkers.by.removed.agent.id })
  await unseat(walkers, slug)
  // mentioned while it has no seat any more
  await member.does('post_reply', {
    thread_id: shown.thread,
    body: `@${walkers.by.removed.agent.handle} ${said(!isPublic)}`,
  })

  const walked = (what: string, kind: Kind, id: string, readers: readonly Reader[], more: Partial<Walked> = {}) => ({
    what: `${what} of a ${audience} hub`,
    kind,
    id,
    readers,
    ...more,
  })
  const setOf = (things: Furniture, readers: readonly Reader[], adjective: string): Walked[] => [
    walked(`${adjective}thread`, 'thread', things.thread, readers),
    walked(`${adjective}pad`, 'pad', things.pad, readers),
    walked(`post in a ${adjective}thread`, 'post', things.post, readers, { thread: things.thread }),
    walked(`task in a ${adjective}thread`, 'task', things.task, readers, { thread: things.thread }),
    walked(`edit of a ${adjective}pad`, 'edit', things.edit, readers, { pad: things.pad }),
    walked(`suggestion on a ${adjective}pad`, 'edit', things.suggestion, readers, { pad: things.pad }),
    walked(`decision on a ${adjective}pad`, 'decision', things.decision, readers, { pad: things.pad }),
    walked(`section of a ${adjective}pad`, 'section', things.section, [], { pad: things.pad }),
  ]
  return [
    walked('id', 'hub', hub_id, all),
    walked('slug', 'hub', slug, all),
    ...setOf(shown, all, ''),
    ...setOf(hidden, keepers, 'hidden '),
    // the log and the invites are the keepers': what a rule tells others of the hub is told apart
    walked('log entry', 'entry', covered['entry'], keepers, { unsaid: isPublic ? notKeepers : ['member'] }),
    walked('undo batch', 'entry', undone['batch_id'], keepers, { unsaid: isPublic ? notKeepers : ['member'] }),
    walked('invite', 'invite', invited['invite_id'], keepers, { unsaid: isPublic ? notKeepers : ['member'] }),
    ...(isPublic ? [] : [walked('preview', 'preview', preview['publish_token'], [])]),
  ]
}

const said = (secret: boolean): string => (secret ? `${secretWord} ${word}` : word)

interface Furniture {
  readonly thread: string
  readonly post: string
  readonly task: string
  readonly pad: string
  readonly section: string
  readonly edit: string
  readonly suggestion: string
  readonly decision: string
}

async function furnish({ by }: Walkers, slug: string, secret: boolean): Promise<Furniture> {
  const [owner, member, removed] = [by.owner.agent, by.member.agent, by.removed.agent]
  const words = said(secret)
  const { thread_id: thread } = await owner.does('start_thread', {
    hub: slug,
    title: `Thread ${words}`,
    body: `@${removed.handle} ${words}`,
  })
  const { post_id: post } = await member.does('post_reply', { thread_id: thread, body: `Post ${words}` })
  const { task_id: task } = await owner.does('create_task', { thread_id: thread, title: `Task ${words}` })
  const text = `# Pad ${words}\n\nOne line.\n\nAnother ${words}.`
  const { pad_id: pad } = await owner.does('create_pad', { hub: slug, title: `Pad ${words}`, text })
  const edited = await owner.does('edit_pad', { pad_id: pad, base_version: 1, text: `${text}\n\nMore ${words}.` })
  const { edit_id: suggestion } = await member.does('edit_pad', {
    pad_id: pad,
    base_version: 2,
    text: `${text}\n\nLess ${words}.`,
    propose: true,
  })
  const decided = await owner.does('edit_pad', {
    pad_id: pad,
    decision: { text: `Decided ${words}`, thread_id: thread },
  })
  const { sections } = await owner.does('open_pad', { pad_id: pad, outline: true })
  return {
    thread,
    post,
    task,
    pad,
    section: sections[0].section_id,
    edit: edited['edit_id'],
    suggestion,
    decision: decided['decision_id'] ?? decided['decision']?.decision_id,
  }
}

const minted: Partial<Record<Kind, Thing>> = { participant: 'agent', entry: 'act' }

/** An id of that kind which nothing has. */
export function missing({ kind, id }: Walked): string {
  if (kind === 'section') return '0badf00d'
  if (kind === 'hub' && !id.startsWith('hub_')) return 'no-hub-of-this-name'
  if (id.startsWith('und_')) return mint('undo', 0)
  return mint(minted[kind] ?? (kind as Thing), 0)
}
