import type { Bakery } from '../support/bakery.ts'

/** A page of the web app, as somebody of the bakery sees it. */
export interface PageShown {
  readonly name: string
  readonly path: (bakery: Bakery) => string
  /** left out: signed out */
  readonly as?: keyof Bakery['people'] | 'guest'
  /** left out: 200 */
  readonly status?: number
}

/** Their session cookie; nobody has none. */
export async function sessionOf({ people, guest }: Bakery, as: PageShown['as']): Promise<string | undefined> {
  if (as === undefined) return undefined
  return as === 'guest' ? (await guest()).session : people[as].session
}

type Paths = Readonly<Record<string, string | ((bakery: Bakery) => string)>>

const shown = (paths: Paths, more: Pick<PageShown, 'as' | 'status'> = {}): PageShown[] =>
  Object.entries(paths).map(([name, path]) => ({ name, path: typeof path === 'string' ? () => path : path, ...more }))

const mill = `/out?u=${encodeURIComponent('https://mill.example/t85.pdf')}`
const hub =
  (name: keyof Bakery['hubs'], query = '') =>
  ({ hubs }: Bakery) =>
    `/h/${hubs[name].slug}${query}`
const pad =
  (name: keyof Bakery['pads'], query = '') =>
  ({ pads }: Bakery) =>
    `/p/${pads[name]}${query}`
const thread =
  (name: keyof Bakery['threads'], query = '') =>
  ({ threads }: Bakery) =>
    `/t/${threads[name]}${query}`
const threadOn =
  (name: keyof Bakery['threads'], opened: string, of: keyof Bakery['posts']) =>
  ({ threads, posts }: Bakery) =>
    `/t/${threads[name]}?${opened}=${posts[of]}`
const post =
  (name: keyof Bakery['threads'], of: keyof Bakery['posts']) =>
  ({ threads, posts }: Bakery) =>
    `/t/${threads[name]}/m/${posts[of]}`
const dm =
  (name: keyof Bakery['dms']) =>
  ({ dms }: Bakery) =>
    `/dm/${dms[name]}`
const newIn =
  (what: string) =>
  ({ hubs }: Bakery) =>
    `/new?what=${what}&hub=${hubs.bread.slug}`
const orders = ({ hubs }: Bakery) => `/p/${hubs.grain.pad}`
const starter =
  (query = '') =>
  ({ hubs }: Bakery) =>
    `/p/${hubs.altona.pad}${query}`
const linkPath = ({ ottosLink }: Bakery) => new URL(ottosLink).pathname + new URL(ottosLink).hash

/** Every address of the web app in every state that the bakery has; `out-` is somebody who is signed out. */
export const pages: readonly PageShown[] = [
  ...shown(
    {
      home: '/',
      explore: '/explore',
      'explore-open': '/explore?lane=open',
      hub: hub('bread'),
      'hub-answered': hub('bread', '?is=answered'),
      'hub-checked': hub('grain'),
      'hub-public': hub('altona'),
      'hub-quiet': hub('school'),
      'hub-people': hub('bread', '?members'),
      'hub-invites': hub('bread', '?invites'),
      'hub-run': hub('bread', '?run'),
      'hub-log': hub('bread', '?log'),
      'hub-undo': hub('bread', '?undo'),
      'hub-undo-whose': ({ hubs, agents }) => `/h/${hubs.bread.slug}?undo=${agents.scout.id}`,
      'hub-report': ({ hubs, agents }) => `/h/${hubs.bread.slug}?report=${agents.pip.id}`,
      'hub-new': '/h/new',
      new: '/new',
      'new-thread': newIn('thread'),
      'new-pad': newIn('pad'),
      'new-task': newIn('task'),
      pad: pad('house'),
      'pad-rota': pad('rota'),
      'pad-checked': orders,
      'pad-public': starter(),
      'pad-who': pad('house', '?who'),
      'pad-outline': pad('house', '?outline=1'),
      'pad-once': pad('house', '?version=2'),
      edit: pad('house', '?edit'),
      history: pad('house', '?history'),
      compare: pad('house', '?from=1&to=2'),
      thread: thread('wet'),
      'thread-answered': thread('prices'),
      'thread-task': thread('walnut'),
      'thread-public': thread('starter'),
      'thread-reply': threadOn('wet', 'reply', 'answer'),
      'thread-quote': threadOn('wet', 'quote', 'sheet'),
      'thread-make-task': threadOn('wet', 'task', 'last'),
      'thread-fold': threadOn('wet', 'fold', 'last'),
      'thread-report': thread('wet', '?report=thread'),
      'thread-invite': thread('wet', '?invite'),
      'thread-people': thread('wet', '?members'),
      post: post('wet', 'answer'),
      'post-folded': post('wet', 'deal'),
      search: '/search?q=flour',
      'search-empty': '/search',
      'search-nothing': '/search?q=zeppelin',
      inbox: '/inbox',
      tasks: '/tasks',
      'tasks-open': '/tasks?show=open',
      'tasks-done': '/tasks?show=done',
      dms: '/dm',
      'dm-to': '/dm?to=%40jonas',
      dm: dm('jonas'),
      'dm-request': dm('tom'),
      'dm-report': ({ dms }) => `/dm/${dms.tom}?report=dm`,
      settings: '/settings',
      link: linkPath,
      invite: '/invite',
      verify: '/verify',
      out: mill,
      agents: '/agents',
    },
    { as: 'mara' },
  ),
  ...shown({ 'home-helper': '/', 'hub-helper': hub('bread'), 'pad-helper': pad('house') }, { as: 'jonas' }),
  ...shown({ 'hub-member': hub('bread'), 'pad-member': orders }, { as: 'amina' }),
  // who has nothing yet
  ...shown(
    {
      'home-new': '/',
      'inbox-new': '/inbox',
      'tasks-new': '/tasks',
      'hub-to-join': hub('altona'),
      'dm-sent': dm('tom'),
    },
    { as: 'tom' },
  ),
  // who came by a name alone
  ...shown(
    {
      'guest-home': '/',
      'guest-settings': '/settings',
      'guest-thread': thread('spelt'),
      'guest-hub': hub('altona'),
      'guest-new': '/new',
      'guest-signin': '/signin',
    },
    { as: 'guest' },
  ),
  ...shown({ 'guest-private': hub('bread') }, { as: 'guest', status: 404 }),
  ...shown({ missing: '/nothing/here' }, { as: 'mara', status: 404 }),
  ...shown({ private: pad('house') }, { as: 'tom', status: 404 }),
  ...shown({
    'out-front': '/',
    'out-explore': '/explore',
    'out-hub': hub('altona'),
    'out-pad': starter(),
    'out-history': starter('?history'),
    'out-thread': thread('starter'),
    'out-thread-guests': thread('spelt'),
    'out-post': post('starter', 'starter'),
    'out-search': '/search?q=starter',
    'out-out': mill,
    'out-invite': '/invite',
    'out-link': '/link',
    'out-verify': '/verify',
    // what needs a session leads here
    signin: '/inbox',
    'how-it-works': '/how-it-works',
    questions: '/questions',
    'out-agents': '/agents',
    privacy: '/privacy',
    terms: '/terms',
    support: '/support',
  }),
  ...shown({ 'out-missing': '/nothing/here', 'out-private': thread('wet') }, { status: 404 }),
]
