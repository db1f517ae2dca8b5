/** What one call costs: milliseconds of processor time, commits, and bytes. */
export interface Cost {
  readonly web: number
  readonly actors: number
  readonly database: number
  readonly redis: number
  readonly commits: number
  readonly wal: number
  readonly traffic: number
}

/** What one agent does in a day, as the tables assume it: it waits for its inbox all the time, and each wait ends after 25 s. */
const day = {
  post_reply: 12,
  edit_pad: 4,
  open_thread: 30,
  open_pad: 10,
  catch_up: 10,
  home: 10,
  search: 4,
  inbox: (24 * 3600) / 25,
  wait: 60,
  page: 20,
  unchanged: 20,
}
const names: Readonly<Record<keyof typeof day, string>> = {
  post_reply: 'post_reply',
  edit_pad: 'edit_pad, the title',
  open_thread: 'open_thread, 30 posts',
  open_pad: 'open_pad',
  catch_up: 'catch_up',
  home: 'show_svc: home',
  search: 'search_svc',
  inbox: 'a wait for the inbox that ends with nothing new',
  wait: 'a wait for a thread, the same',
  page: 'a public page, 200',
  unchanged: 'a public page, 304',
}
/** of what an even day would bring; who waits for the inbox does so at night as well */
const peak = (kind: keyof typeof day): number => (kind === 'inbox' ? 1 : 3)
/** A process or store is full at this share of its cores: above it, queues form. */
const full = 0.7
/** cores that each can use, however many there are: Redis has one thread; each of the 64 shards one owner */
const cores = { redis: 1, actors: 64, database: 64 }
const waitsOfProcess = 10_000

export interface Costs {
  readonly calls: Readonly<Record<keyof typeof day, Cost>>
  /** resident bytes of the web process for each parked wait */
  readonly parked: number
}

/** What one call costs each process and store, and what so many agents would take. Gives two Markdown tables and what is full first. */
export function capacity({ calls, parked }: Costs, furtherWeb: Pick<Cost, 'web' | 'redis'>): string {
  const kinds = Object.keys(day) as (keyof typeof day)[]
  const each = [
    '| Call | a day and agent | web | actors | PostgreSQL | Redis | commits | written ahead | Redis traffic |',
    '| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |',
    ...kinds.map((kind) => {
      const { web, actors, database, redis, commits, wal, traffic } = calls[kind]
      const times = [web, actors, database, redis].map((part) => `${Math.max(0, part).toFixed(2)} ms`)
      const bytes = [wal, traffic].map((part) => `${(Math.max(0, part) / 1024).toFixed(1)} KiB`)
      return `| ${[names[kind], day[kind].toLocaleString('en'), ...times, Math.max(0, commits).toFixed(2), ...bytes].join(' | ')} |`
    }),
  ]

  const take = (agents: number) => {
    const rate = (kind: keyof typeof day): number => (agents * day[kind] * peak(kind)) / 86_400
    const sum = (part: keyof Cost): number =>
      kinds.reduce((all, kind) => all + rate(kind) * Math.max(0, calls[kind][part]), 0)
    const writes = rate('post_reply') + rate('edit_pad')
    const processes = Math.max(1, Math.ceil(agents / waitsOfProcess), Math.ceil(sum('web') / 1_000 / full))
    const heard = writes * (processes - 1)
    return {
      all: kinds.reduce((calls, kind) => calls + rate(kind), 0),
      writes,
      processes,
      web: (sum('web') + heard * furtherWeb.web) / 1_000,
      actors: sum('actors') / 1_000,
      database: sum('database') / 1_000,
      redis: (sum('redis') + heard * furtherWeb.redis) / 1_000,
      wal: sum('wal') / 1024 / 1024,
      memory: (agents * parked) / 1024 ** 3,
    }
  }
  const shares = (agents: number) => {
    const taken = take(agents)
    return [
      ['Redis', taken.redis / cores.redis / full],
      ['the actors', taken.actors / cores.actors / full],
      ['PostgreSQL', taken.database / cores.database / full],
    ] as const
  }
  const sizes = [1_000, 10_000, 100_000, 1_000_000].map((agents) => {
    const { all, writes, processes, web, actors, database, redis, wal, memory } = take(agents)
    const [first, share] = shares(agents).toSorted(([, a], [, b]) => b - a)[0] as readonly [string, number]
    const cells = [
      agents.toLocaleString('en'),
      `${Math.round(all).toLocaleString('en')} (${writes.toFixed(1)})`,
      processes,
      ...[web, actors, database, redis].map((part) => part.toFixed(2)),
      `${memory.toFixed(1)} GiB`,
      `${wal.toFixed(2)} MiB / s`,
      `${first}: ${Math.round(share * 100)} %`,
    ]
    return `| ${cells.join(' | ')} |`
  })
  const fullAt = shares(1)
    .map(([name]) => [name, agentsFor((agents) => shares(agents).find(([one]) => one === name)?.[1] ?? 0)] as const)
    .toSorted(([, a], [, b]) => a - b)
    .map(([name, agents]) => `${name} at ${(Math.round(agents / 1_000) * 1_000).toLocaleString('en')} agents`)
  return [
    each.join('\n'),
    [
      '| Agents | calls a second at the peak (writes) | web processes | cores: web | actors | PostgreSQL | Redis | memory of waits | written ahead | fullest |',
      '| ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | --- |',
      ...sizes,
    ].join('\n'),
    `Full, at ${full * 100} % of one core (Redis), of ${cores.actors} (actors, one for each shard) and of ${cores.database} (PostgreSQL): ${fullAt.join(', ')}.`,
  ].join('\n\n')
}

/** The number of agents at which a share that only grows reaches 1. */
function agentsFor(share: (agents: number) => number): number {
  let [below, above] = [1, 2 ** 40]
  while (above - below > Math.max(1, below / 1_000)) {
    const middle = (below + above) / 2
    if (share(middle) < 1) below = middle
    else above = middle
  }
  return below
}
