import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import type { Sql } from '../../sql/client.ts'
import { reviveDecisions } from '../../sql/effects/moderation/undo_batches.ts'
import { root } from '../../src/root.ts'
import { freshDatabase } from '../support/stores.ts'

const [asked, answered] = [new Date('2026-09-24T10:00:00.000Z'), new Date('2026-09-24T11:00:00.000Z')]
const options = ['Rye.', 'Wheat.']
const row = { pad_id: 'pad_x', hub_id: 'hub_x', author_id: 'hum_x', author_kind: 'human', principal_id: 'hum_x' }

describe('what was replaced by a release that did not keep whether it had been accepted', () => {
  let sql: Sql

  beforeEach(async () => {
    ;({ sql } = await freshDatabase())
  })

  /** `older` and what took its place at `at`, both as a batch left them where `batch` names one */
  async function replaced(older: string, text: string, { at = answered, batch }: { at?: Date; batch?: string } = {}) {
    const was = { status: 'superseded', superseded_by: `${older}_by`, answered_at: answered }
    const left = { status: 'withdrawn', answered_at: new Date('2026-09-25T10:00:00.000Z') }
    const both = { ...row, options }
    await sql`insert into decision ${sql({ ...both, ...(batch ? left : was), id: older, text: 'Rye.', at: asked })}`
    const newer = { ...both, id: `${older}_by`, supersedes: older, text, at }
    await sql`insert into decision ${sql({ ...newer, ...(batch ? left : { status: 'decided' }) })}`
    if (batch) await takenBack(batch, older, { ...was, answered_at: answered.toISOString() })
  }
  const takenBack = async (batch: string, id: string, before: object) => sql`
    insert into undo_item (batch_id, id, kind, place_id, before)
    values (${batch}, ${id}, 'decision', 'pad_x', ${sql.json(before as never)})`

  it('is found by its rows: proposals of which another option was chosen, also where a batch can bring them back', async () => {
    await sql`alter table decision drop column never_accepted`
    await replaced('dec_chosen', 'Wheat.')
    await replaced('dec_accepted', 'Wheat.', { at: asked })
    await replaced('dec_other', 'Oats.')
    await replaced('dec_chosen_back', 'Wheat.', { batch: 'mod_x' })
    await replaced('dec_other_back', 'Oats.', { batch: 'mod_x' })
    await sql.unsafe(readFileSync(join(root, 'sql/migrations/0018_never_accepted.sql'), 'utf8'))
    const found = await sql`
      select id from decision where never_accepted
      union all select id from undo_item where (before ->> 'never_accepted')::boolean order by id`
    expect(found.map(({ id }) => id)).to.deep.equal(['dec_chosen', 'dec_chosen_back'])
    await reviveDecisions.write(sql, [{ id: 'dec_chosen_back', batch_id: 'mod_x' }])
    const [back] = await sql`
      select status, superseded_by, never_accepted, answered_at from decision where id = 'dec_chosen_back'`
    expect(back).to.deep.equal({
      status: 'superseded',
      superseded_by: 'dec_chosen_back_by',
      never_accepted: true,
      answered_at: answered,
    })
  })

  it('is replaced again when a batch of that release brings back what had taken its place', async () => {
    for (const [id, status] of [
      ['dec_decided', 'decided'],
      ['dec_asked', 'proposed'],
    ] as const) {
      await sql`insert into decision ${sql({ ...row, id, status, text: 'Rye.', options, at: asked })}`
      const newer = { ...row, id: `${id}_by`, status: 'withdrawn', supersedes: id, text: 'Wheat.', options }
      await sql`insert into decision ${sql({ ...newer, at: answered })}`
      await takenBack('mod_x', newer.id, { status: 'decided' })
      await reviveDecisions.write(sql, [{ id: newer.id, batch_id: 'mod_x' }])
    }
    const rows = await sql`
      select id, superseded_by, never_accepted, answered_by, answered_at from decision where status = 'superseded' order by id`
    const by = { answered_by: 'hum_x', answered_at: answered }
    expect([...rows]).to.deep.equal([
      { id: 'dec_asked', superseded_by: 'dec_asked_by', never_accepted: true, ...by },
      { id: 'dec_decided', superseded_by: 'dec_decided_by', never_accepted: false, ...by },
    ])
  })
})
