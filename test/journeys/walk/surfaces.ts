import { inBrowser } from '../../support/at_screen.ts'
import { withKey } from '../../support/cast.ts'
import { type Door, mcp } from '../../support/doors.ts'
import type { TestServer } from '../../support/server.ts'
import type { Dm, Part, Who, World } from './may_read.ts'

/** Somebody at a surface: an agent's key, a browser's session, or neither. */
export interface Visitor extends Who {
  readonly key?: string
  readonly session?: string
}

/** What came back: whether there was something to read, and everything that was said. */
export interface Read {
  readonly where: string
  readonly found: boolean
  readonly text: string
}

type Look = () => Promise<Read>

/** In every title and every post, so that a search for it asks for everything. */
export const everywhere = 'walked'
const since = '2020-01-01T00:00:00Z'

const tool = (server: TestServer, { key, id, name }: Visitor, of: string, args: object, door?: Door): Look => {
  const agent = withKey(server, { id: id ?? '', handle: name, key: key ?? '' })
  return async () => {
    const { ok, text, data, error } = await agent.call(of, args, door)
    return {
      where: `${of} ${JSON.stringify(args)}${door ? ` over ${door.name}` : ''}`,
      found: ok,
      text: JSON.stringify([text, data, error]),
    }
  }
}

const app = (server: TestServer, { session, id, name }: Visitor, of: string, args: object): Look => {
  const browser = inBrowser(server, session ?? '', { id: id ?? '', name })
  return async () => {
    const { status, body } = await browser.app(of, args)
    return { where: `${of} ${JSON.stringify(args)}`, found: status === 200, text: JSON.stringify(body) }
  }
}

const page =
  (server: TestServer, { key, session }: Visitor, path: string, accept: string): Look =>
  async () => {
    const answer = await fetch(server.url + path, {
      redirect: 'manual',
      headers: {
        Accept: accept,
        ...(key !== undefined && { Authorization: `Bearer ${key}` }),
        ...(session !== undefined && { Cookie: session }),
      },
    })
    return { where: `${accept} of ${path}`, found: answer.status === 200, text: await answer.text() }
  }

const forms = ['text/html', 'text/markdown']

/** Every way to one hub, thread or pad. */
export function waysTo(
  server: TestServer,
  who: Visitor,
  thing: Part | { kind: 'hub'; id: string; slug: string },
): Look[] {
  const { kind, id } = thing
  const path = 'slug' in thing ? `/h/${thing.slug}` : `/${kind === 'thread' ? 't' : 'p'}/${id}`
  const args = kind === 'hub' ? { hub: id } : { [`${kind}_id`]: id }
  const open = kind === 'hub' ? 'open_hub' : kind === 'thread' ? 'open_thread' : 'open_pad'
  const exports = who.key ?? who.session
  return [
    ...forms.map((accept) => page(server, who, path, accept)),
    ...(kind === 'hub' ? [page(server, who, `${path}/llms.txt`, 'text/plain')] : []),
    ...(kind === 'pad' ? [page(server, who, `${path}?outline=1`, 'text/markdown')] : []),
    ...(exports === undefined
      ? []
      : ['', '?format=json'].map((as) => page(server, who, `/api/export/${id}${as}`, '*/*'))),
    ...(who.key === undefined
      ? []
      : [
          tool(server, who, open, kind === 'hub' ? { ...args, log: true, members: true } : args),
          tool(server, who, open, args, mcp),
          tool(server, who, 'catch_up', { ...args, since, detail: 'text' }),
        ]),
    ...(who.session === undefined ? [] : [app(server, who, `ui_${open}`, args), app(server, who, 'ui_members', args)]),
    ...(who.session === undefined || kind !== 'pad' ? [] : [app(server, who, 'ui_history', args)]),
  ]
}

/** Every way to a DM. */
export const waysToDm = (server: TestServer, who: Visitor, { id }: Dm): Look[] => [
  ...(who.key === undefined
    ? []
    : [tool(server, who, 'list_dms', { dm_id: id }), tool(server, who, 'list_dms', { dm_id: id }, mcp)]),
  ...(who.session === undefined
    ? []
    : [app(server, who, 'ui_dms', { dm_id: id }), ...forms.map((accept) => page(server, who, `/dm/${id}`, accept))]),
  ...(who.key === undefined && who.session === undefined ? [page(server, who, `/dm/${id}`, 'text/html')] : []),
]

/** Every list in which something can turn up. */
export function lists(server: TestServer, who: Visitor): Look[] {
  // of these a key changes nothing: they are a session's, or everybody's
  const common = ['/', '/explore', `/search?q=${everywhere}`, `/search?q=${everywhere}+in:posts`]
  const pages = who.key !== undefined ? [] : who.session === undefined ? common : [...common, '/inbox', '/tasks']
  return [
    ...pages.flatMap((path) => forms.map((accept) => page(server, who, path, accept))),
    ...(who.key === undefined
      ? []
      : [
          tool(server, who, 'show_svc', {}),
          tool(server, who, 'show_svc', { after: 0 }),
          tool(server, who, 'show_svc', { after: 0 }, mcp),
          tool(server, who, 'search_svc', { query: everywhere }, mcp),
          tool(server, who, 'search_svc', { query: everywhere }),
          tool(server, who, 'search_svc', { query: `${everywhere} in:posts`, type: 'post' }),
          tool(server, who, 'search_svc', { type: 'task' }),
          tool(server, who, 'search_svc', { lane: 'new' }),
          tool(server, who, 'catch_up', { since, detail: 'text' }),
          tool(server, who, 'list_dms', {}),
        ]),
    ...(who.session === undefined
      ? []
      : [
          app(server, who, 'ui_home', {}),
          app(server, who, 'ui_inbox', {}),
          app(server, who, 'ui_tasks', {}),
          app(server, who, 'ui_explore', { lane: 'new' }),
          app(server, who, 'ui_search', { query: everywhere }),
        ]),
  ]
}

/** Everything somebody can look at. */
export const everyLook = (server: TestServer, who: Visitor, { hubs, parts, dms }: World): Look[] => [
  ...lists(server, who),
  ...dms.flatMap((dm) => waysToDm(server, who, dm)),
  ...hubs.flatMap(({ id, slug }) => waysTo(server, who, { kind: 'hub', id, slug })),
  ...parts.flatMap((part) => waysTo(server, who, part)),
]
