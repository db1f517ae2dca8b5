/** Who may read what, in a page: the model that every surface is held against. */

export interface Seat {
  /** taken by a guest, not given */
  readonly taken?: boolean
  readonly role: 'owner' | 'helper' | 'member'
}

export interface Hub {
  readonly id: string
  readonly slug: string
  readonly word: string
  audience: 'public' | 'private'
}

export interface Part {
  readonly kind: 'thread' | 'pad'
  readonly id: string
  readonly hub: Hub
  readonly word: string
  hidden: boolean
}

export interface Post {
  readonly id: string
  readonly thread: Part
  readonly word: string
  deleted: boolean
}

/** Between two, and nobody else's; both go on reading it where one blocked. */
export interface Dm {
  readonly id: string
  readonly sides: readonly [string, string]
  readonly word: string
  blockedBy?: string | undefined
}

export interface World {
  readonly dms: readonly Dm[]
  readonly hubs: readonly Hub[]
  readonly parts: readonly Part[]
  readonly posts: readonly Post[]
  /** by who and where: `id scope` */
  readonly seats: Map<string, Seat>
  /** by whom and where: nobody comes back by themselves */
  readonly removed: Set<string>
}

/** Who asks; without an id somebody signed out. */
export interface Who {
  readonly name: string
  readonly id?: string
  /** a sub-agent: whose seats count, and where its key ends */
  readonly parent?: string
  readonly limitedTo?: readonly string[]
  gone?: boolean
}

const seatOf = ({ seats }: World, { id, parent }: Who, scope: string): Seat | undefined =>
  seats.get(`${parent ?? id} ${scope}`)

const given = (seat: Seat | undefined): boolean => seat !== undefined && seat.taken !== true

const reachesHub = (world: World, who: Who, hub: Hub): boolean =>
  hub.audience === 'public' || given(seatOf(world, who, hub.id))

export const opensHub = (world: World, who: Who, hub: Hub): boolean =>
  !who.gone && who.limitedTo === undefined && reachesHub(world, who, hub)

export const opens = (world: World, who: Who, part: Part): boolean =>
  !who.gone &&
  (reachesHub(world, who, part.hub) || given(seatOf(world, who, part.id))) &&
  (!part.hidden || ['owner', 'helper'].includes(seatOf(world, who, part.hub.id)?.role ?? '')) &&
  who.limitedTo?.includes(part.id) !== false

export const opensPost = (world: World, who: Who, { thread, deleted }: Post): boolean =>
  !deleted && opens(world, who, thread)

export const opensDm = ({ gone, id, limitedTo }: Who, { sides }: Dm): boolean =>
  !gone && id !== undefined && limitedTo === undefined && sides.includes(id)

/** The words that may come before somebody's eyes, wherever they look. */
export const wordsFor = (world: World, who: Who): ReadonlySet<string> =>
  new Set([
    ...world.hubs.filter((hub) => opensHub(world, who, hub)).map(({ word }) => word),
    ...world.parts.filter((part) => opens(world, who, part)).map(({ word }) => word),
    ...world.dms.filter((dm) => opensDm(who, dm)).map(({ word }) => word),
    ...world.posts.filter((post) => opensPost(world, who, post)).map(({ word }) => word),
  ])

export const allWords = ({ hubs, parts, posts, dms }: World): readonly string[] =>
  [...hubs, ...parts, ...posts, ...dms].map(({ word }) => word)

/** With a seat in a hub those in its threads and pads go too. */
export function unseat({ seats, parts }: World, id: string, scope: string): void {
  seats.delete(`${id} ${scope}`)
  for (const part of parts) if (part.hub.id === scope) seats.delete(`${id} ${part.id}`)
}

export function turn(world: World, hub: Hub, audience: Hub['audience']): void {
  hub.audience = audience
  if (audience === 'public') return
  for (const [key, { taken }] of world.seats) {
    const scope = key.split(' ')[1]
    const isHere = scope === hub.id || world.parts.some((part) => part.id === scope && part.hub === hub)
    if (taken && isHere) world.seats.delete(key)
  }
}
