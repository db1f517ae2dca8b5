import type { Heard } from './load.ts'
import type { Sql } from '../../sql/client.ts'

/** Everything callers heard: what the tables are held against. */
export interface Record {
  take(heard: readonly Heard[]): void
  answered(): number
  /** how often callers heard that the service is busy */
  busy(): number
  /** What callers hear from now on, until it is asked for. */
  listen(): () => Listened
  count(sql: Sql): Promise<Counts>
}

export interface Listened {
  readonly answered: number
  readonly busy: number
  /** milliseconds, of those that were answered */
  readonly p99: number
}

/** All zero, or an acknowledged write was not what it said. */
export interface Counts {
  /** answered, and not stored as answered; or stored, and its book was never told */
  readonly lost: number
  /** gaps and repetitions in the numbers of a ledger or a book */
  readonly wrong_seq: number
  /** stored more often than once */
  readonly doubled: number
  /** stored though its caller was told no */
  readonly applied_after_refusal: number
  /** stored without an attempt that says so */
  readonly without_record: number
}

interface Stored {
  readonly owner: string
  readonly seq: number
  readonly entry: string
}

export function openRecord(): Record {
  const all: Heard[] = []
  let answered = 0
  let busy = 0
  return {
    take(heard) {
      for (const one of heard) {
        all.push(one)
        if (one.seq !== undefined) answered++
        if (one.refused?.startsWith('busy') === true) busy++
      }
    },
    answered: () => answered,
    busy: () => busy,
    listen() {
      const from = { heard: all.length, busy }
      return () => {
        const took = all.slice(from.heard).flatMap((one) => one.took ?? [])
        const p99 = took.toSorted((a, b) => a - b)[Math.floor(took.length * 0.99)] ?? 0
        return { answered: took.length, busy: busy - from.busy, p99: Math.round(p99) }
      }
    },
    async count(sql) {
      const stored = await sql<Stored[]>`select owner, seq, entry from entry`
      const inLedgers = stored.filter(({ owner }) => !owner.startsWith('book'))
      const inBooks = stored.filter(({ owner }) => owner.startsWith('book'))
      const seqs = new Map<string, number[]>()
      for (const { entry, seq } of inLedgers) seqs.set(entry, [...(seqs.get(entry) ?? []), seq])
      const told = new Map<string, number>()
      for (const { entry } of inBooks) told.set(entry, (told.get(entry) ?? 0) + 1)

      const answers = all.filter(({ seq }) => seq !== undefined)
      const answeredEntries = new Set(answers.map(({ entry }) => entry))
      return {
        lost:
          answers.filter(({ entry, seq }) => !seqs.get(entry)?.includes(seq as number)).length +
          [...seqs.keys()].filter((entry) => !told.has(entry)).length,
        wrong_seq: await wrongSeqs(sql),
        doubled:
          [...seqs.values()].filter(({ length }) => length > 1).length + [...told.values()].filter((n) => n > 1).length,
        applied_after_refusal: all.filter(
          ({ entry, refused, unknown }) => refused && !unknown && seqs.has(entry) && !answeredEntries.has(entry),
        ).length,
        without_record: await withoutRecord(sql),
      }
    },
  }
}

/** Numbers that are missing below the last, and numbers that are there more than once. */
async function wrongSeqs(sql: Sql): Promise<number> {
  const [row] = await sql<{ wrong: number }[]>`
    select coalesce(sum(abs(top - n) + (n - numbers)), 0)::int as wrong from (
      select max(greatest(e.seq, l.last_seq)) as top, count(*) as n, count(distinct e.seq) as numbers
      from entry e join ledger l on l.id = e.owner group by e.owner
    ) as per_owner`
  return row?.wrong ?? -1
}

async function withoutRecord(sql: Sql): Promise<number> {
  const [row] = await sql<{ missing: number }[]>`
    select count(*)::int as missing from (
      select owner, seq from entry where owner not like 'book%'
      except select actor, (result -> 'ok' ->> 'seq')::int from message where result -> 'again' is null
    ) as unrecorded`
  return row?.missing ?? -1
}
