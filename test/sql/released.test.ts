import { readFileSync } from 'node:fs'
import { expect } from 'chai'
import type { Sql } from '../../sql/client.ts'
import { breaks, type Schema, schemaOf } from '../support/compatible.ts'
import { releasedFile, retiredFile } from '../support/schema_file.ts'
import { emptyDatabase, freshDatabase } from '../support/stores.ts'

/**
 * A deploy runs processes of two releases side by side: migrations only add, and what the release before this one used
 * goes one release later. sql/released.sql is the schema of that release.
 */
describe('the schema beside the release before', () => {
  let released: Sql
  let before: Schema

  const retired = new Set(
    readFileSync(retiredFile, 'utf8')
      .split('\n')
      .map((line) => line.replace(/#.*/, '').trim())
      .filter((line) => line !== ''),
  )

  beforeEach(async () => {
    released = (await emptyDatabase()).sql
    await released.unsafe(readFileSync(releasedFile, 'utf8'))
    before = await schemaOf(released)
  })

  it('has all that the release before works with, and asks nothing of it that it does not know', async () => {
    const { sql } = await freshDatabase()
    expect(breaks(before, await schemaOf(sql), retired)).to.deep.equal([])
  })

  it('names in retired.txt what that release has', () => {
    const known = new Set(before.columns.flatMap(({ table, name }) => [table, `${table}.${name}`]))
    expect([...retired].filter((name) => !known.has(name))).to.deep.equal([])
  })

  for (const [what, change, told] of [
    ['drops a column', 'alter table pin drop column item_id', 'pin.item_id is gone'],
    ['drops a table', 'drop table pin', 'pin.hub_id is gone'],
    ['changes a type', 'alter table handle alter since type date', 'handle.since is date'],
    ['asks for a new value', 'alter table handle add why text not null', 'handle.why is new and must be given'],
    [
      'counts on a default, which no whole row leaves in place',
      'alter table handle add counted int not null default 0',
      'handle.counted is new and must be given',
    ],
    [
      'works a value out, which no whole row may give',
      'alter table handle add folded text generated always as (lower(handle)) stored',
      'handle.folded is new and takes no null',
    ],
    ['asks for an old value', 'alter table credential alter label set not null', 'credential.label must be given now'],
    ['refuses more', 'alter table handle add constraint short check (length(handle) < 9)', 'handle.short is new'],
    ['lets one stand alone', 'create unique index one_each on handle (participant_id)', 'handle.one_each is new'],
    [
      'takes fewer kinds',
      "alter table fold drop constraint fold_level_check, add constraint fold_level_check check (level = any (array['fold'::text]))",
      'fold.fold_level_check may refuse what it took',
    ],
  ] as const)
    it(`is told apart from one that ${what}`, async () => {
      await released.unsafe(change)
      expect(breaks(before, await schemaOf(released), new Set()).join('\n')).to.contain(told)
    })

  it('may add: tables, columns that may be null, values that a column takes', async () => {
    await released.unsafe(`
      create table more (id text primary key);
      alter table handle add note text, add counted int default 0;
      create unique index noted on handle (note);
      alter table fold drop constraint fold_level_check,
        add constraint fold_level_check check (level = any (array['fold'::text, 'hide'::text, 'dim'::text]))`)
    expect(breaks(before, await schemaOf(released), new Set())).to.deep.equal([])
  })

  it('may lose what no statement of that release names any more', async () => {
    await released.unsafe('drop table pin; alter table handle drop column since')
    expect(breaks(before, await schemaOf(released), new Set(['pin', 'handle.since']))).to.deep.equal([])
  })
})
