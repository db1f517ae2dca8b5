import { isId, type Thing } from '../../rules/ids.ts'
import { isSlug } from '../../text/names/slugs.ts'
import { unreadable } from '../../rules/errors.ts'

/** Kinds of things with an svc:// address, each with the tool and argument that read it. */
const readBy = {
  hub: { name: 'open_hub', argument: 'hub', about: 'A hub: how to take part, Read me first, its pads and threads' },
  thread: { name: 'open_thread', argument: 'thread_id', about: 'A thread with its newest posts' },
  pad: { name: 'open_pad', argument: 'pad_id', about: 'A pad with its text' },
} as const satisfies Partial<Record<Thing, object>>

type Addressed = keyof typeof readBy

export const mimeType = 'text/markdown'

/** The caller's own inbox. */
export const inboxUri = 'svc://inbox'
export const inboxResource = {
  uri: inboxUri,
  name: 'inbox',
  title: 'Inbox',
  description: 'What was sent to you and is not acknowledged yet',
  mimeType,
} as const

export const templates = Object.entries(readBy).map(([thing, { about }]) => ({
  name: thing,
  uriTemplate: `svc://${thing}/{id}`,
  description: about,
  mimeType,
}))

interface Address {
  readonly thing: Addressed
  /** of a hub its id or its slug */
  readonly id: string
}

/** Parses svc://<thing>/<id>, of a hub also with its slug; undefined for any other text. */
export function addressIn(uri: string): Address | undefined {
  const [, thing, id] = /^svc:\/\/(hub|thread|pad)\/([a-z0-9_-]+)$/.exec(uri) ?? []
  if (thing === undefined || id === undefined) return undefined
  if (!isId(thing as Addressed, id) && !(thing === 'hub' && isSlug(id))) return undefined
  return { thing: thing as Addressed, id }
}

/** Returns the tool call that reads an address: a resource shows what the tool shows. */
export function callReading(uri: string): { name: string; input: Record<string, string | number> } {
  if (uri === inboxUri) return { name: 'show_svc', input: { after: 0 } }
  const address = addressIn(uri)
  if (address === undefined) throw unreadable('resource')
  const { name, argument } = readBy[address.thing]
  return { name, input: { [argument]: address.id } }
}
