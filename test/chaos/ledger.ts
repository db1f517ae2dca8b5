import { conflict } from '../../src/rules/errors.ts'
import { actor, message, type ExclusiveMessage } from '../../actors/runtime/actor.ts'
import { reloadState } from '../../actors/runtime/host/batch/tell.ts'
import type { Sql } from '../../sql/client.ts'
import { effect } from '../../sql/effect.ts'
import { fact } from '../../sql/fact.ts'

/** Two toy actors: a ledger numbers its entries without a gap, and tells a book of each. */

export interface Append {
  readonly entry: string
  /** what goes wrong */
  readonly mishap?:
    | 'refused'
    | 'throws'
    | 'bad row'
    | 'kills its host'
    | 'freezes its host'
    | 'ends its thread'
    | 'takes long'
  /** tells no book */
  readonly quietly?: boolean
}

interface Numbered {
  readonly id: string
  readonly last_seq: number
}

interface EntryRow {
  readonly owner: string
  readonly seq: number
  readonly entry: string
}

export async function createLedgerTables(sql: Sql): Promise<void> {
  await sql`create table if not exists ledger (id text primary key, last_seq int not null)`
  await sql`create table if not exists entry (owner text not null, seq int not null, entry text not null)`
  await sql`create index if not exists entry_owner on entry (owner)`
  // a number may be there twice: counting that is what the chaos is for
}

// both are apart, as those of a plain post are: without keys and dead letters a commit is one statement
const entries = effect<EntryRow>({
  name: 'entry',
  phase: 'insert',
  apart: true,
  write: (sql, rows) => sql`
    insert into entry (owner, seq, entry)
    select owner, seq, case when entry = 'bad row' then null else entry end from unnest(
      ${rows.map((row) => row.owner)}::text[], ${rows.map((row) => row.seq)}::int[], ${rows.map((row) => row.entry)}::text[]
    ) as e (owner, seq, entry)`,
})

const standing = effect<Numbered>({
  name: 'ledger',
  phase: 'update',
  key: (row) => row.id,
  apart: true,
  write: (sql, rows) => sql`
    insert into ledger (id, last_seq)
    select * from unnest(${rows.map((row) => row.id)}::text[], ${rows.map((row) => row.last_seq)}::int[])
    on conflict (id) do update set last_seq = excluded.last_seq`,
})

async function load(sql: Sql, ids: readonly string[]): Promise<Map<string, Numbered>> {
  const rows = await sql<Numbered[]>`select id, last_seq from ledger where id = any (${ids}::text[])`
  return new Map(rows.map((row) => [row.id, { ...row }]))
}

const entriesOf = fact<string, number>({
  name: 'entries of a ledger',
  id: (ledger) => ledger,
  async load(sql, ledgers) {
    const rows = await sql<{ owner: string; n: number }[]>`
      select owner, count(*)::int as n from entry where owner = any (${ledgers}::text[]) group by owner`
    return new Map(rows.map(({ owner, n }) => [owner, n]))
  },
})

const append = message<Numbered | undefined, Append & { ledger: string }, { seq: number }>({
  creates: true,
  decide(state: Numbered | undefined, { ledger, entry, mishap, quietly }) {
    if (mishap === 'takes long') for (const ends = performance.now() + 150; performance.now() < ends; );
    if (mishap === 'refused') throw conflict('bad_move', 'The toy says no.')
    if (mishap === 'throws') throw new TypeError('the toy broke')
    if (mishap === 'kills its host') process.kill(process.pid, 'SIGKILL')
    if (mishap === 'ends its thread') process.exit(7)
    // decided, and not yet committed: it goes on when somebody says SIGCONT
    if (mishap === 'freezes its host') process.kill(process.pid, 'SIGSTOP')
    const seq = (state?.last_seq ?? 0) + 1
    const next = { id: ledger, last_seq: seq }
    return {
      state: next,
      reply: { seq },
      effects: [entries({ owner: ledger, seq, entry: mishap === 'bad row' ? 'bad row' : entry }), standing(next)],
      tell: quietly
        ? []
        : [{ actor: 'book', id: bookOf(ledger), operation: 'note', args: { book: bookOf(ledger), entry } }],
      wake: { version: seq, last_seq: seq },
    }
  },
})

const note = message<Numbered | undefined, { book: string; entry: string }, null>({
  creates: true,
  decide(state: Numbered | undefined, { book, entry }) {
    const seq = (state?.last_seq ?? 0) + 1
    const next = { id: book, last_seq: seq }
    return {
      state: next,
      reply: null,
      effects: [entries({ owner: book, seq, entry }), standing(next)],
      wake: { version: seq },
    }
  },
})

/** Counts what is in the table, so it must not share a batch with what came before it. */
const count = message({
  afresh: true,
  needs: (state: Numbered) => ({ stored: entriesOf.of(state.id) }),
  decide: (state: Numbered, _args: object, { stored }) => ({
    reply: { stored: stored ?? 0, numbered: state.last_seq },
  }),
})

const wipe: ExclusiveMessage<{ mishap?: 'refused' | 'throws' }, { wiped: number }> = {
  async run(sql, id, { mishap }) {
    const gone = await sql`delete from entry where owner = any (${[id, bookOf(id)]}::text[])`
    await sql`update ledger set last_seq = 0 where id = any (${[id, bookOf(id)]}::text[])`
    if (mishap === 'refused') throw conflict('bad_move', 'The toy says no.')
    if (mishap === 'throws') throw new TypeError('the toy broke')
    return { reply: { wiped: gone.count }, tell: [reloadState('book', bookOf(id))], wake: { version: 0 } }
  },
}

export const ledger = actor({ name: 'ledger', load, on: { append, count, wipe } })
export const book = actor({ name: 'book', load, on: { note } })
export const toys = [ledger, book]

/** Lies in another shard than its ledger. */
export const bookOf = (ledger: string): string => `book of ${ledger}`

export const entriesIn = (sql: Sql, owner: string): Promise<EntryRow[]> =>
  sql<EntryRow[]>`select owner, seq, entry from entry where owner = ${owner} order by seq`
