import { expect } from 'chai'
import { participant } from '../../../actors/participant/index.ts'
import type { Sql } from '../../../sql/client.ts'
import { mergeGuests, mergeSeats } from '../../../sql/effects/account/guest_merged.ts'
import { hubsOwned } from '../../../sql/reads/account/delete_account.ts'
import { heirsOf } from '../../../sql/facts/hub/seats.ts'
import { guestsOfMailbox } from '../../../src/identity/signin/guests.ts'
import { emailKey } from '../../../src/rules/email_address.ts'
import { mint } from '../../../src/rules/ids.ts'
import { deskOf, write } from '../../support/desk.ts'
import { freshDatabase } from '../../support/stores.ts'

describe('a guest whose person signs in', () => {
  const now = Date.UTC(2026, 10, 21)
  let sql: Sql
  let desk: ReturnType<typeof deskOf>
  let made = 0
  before(async () => {
    ;({ sql } = await freshDatabase())
    desk = deskOf(sql, participant)
  })

  async function somebody(kind: 'guest' | 'human', email?: string): Promise<string> {
    const id = mint(kind, now + ++made)
    await sql`insert into participant (id, kind, handle, name, email, email_key, email_verified_at, created_at)
      values (${id}, ${kind}, ${`${kind}-${made}`}, 'Somebody', ${email ?? null}, ${email ? emailKey(email) : null},
        ${email ? new Date(now) : null}, ${new Date(now)})`
    return id
  }
  const joins = (guest: string, human: string) => desk.ask(guest, 'join_account', { human }, now)
  const humanOf = async (id: string) => (await sql`select human_id from participant where id = ${id}`)[0]?.['human_id']
  const seat = (scope: string, id: string, role = 'member', given_by = id) =>
    sql`insert into seat (scope_id, participant_id, role, given_by, at)
      values (${scope}, ${id}, ${role}, ${given_by}, ${new Date(now)})`
  const removed = (scope: string, id: string) =>
    sql`insert into removal (scope_id, participant_id, by_id, at, reason)
      values (${scope}, ${id}, 'hum_keeper', ${new Date(now)}, 'spam')`
  const seatsOf = async (id: string) =>
    (await sql`select scope_id, role, given_by from seat where participant_id = ${id} order by scope_id`).map(
      ({ scope_id, role, given_by }) => `${scope_id} ${role} ${given_by === id ? 'taken' : given_by}`,
    )
  const removalsOf = async (id: string) =>
    (await sql`select scope_id from removal where participant_id = ${id} order by scope_id`).map(
      (row) => row['scope_id'],
    )
  async function hub(): Promise<string> {
    const id = mint('hub', now + ++made)
    await sql`insert into hub (id, slug, title, audience, mode, created_by, created_at, updated_at)
      values (${id}, ${`hub-${made}`}, 'Hub', 'public', 'open', 'hum_keeper', ${new Date(now)}, ${new Date(now)})`
    return id
  }
  async function thread(hub_id: string, starter: string): Promise<string> {
    const id = mint('thread', now + ++made)
    await sql`insert into thread (id, hub_id, title, starter_id, version, last_seq, status, created_at, updated_at)
      values (${id}, ${hub_id}, 'Thread', ${starter}, 1, 1, 'open', ${new Date(now)}, ${new Date(now)})`
    await sql`insert into post (id, thread_id, seq, author_id, body, created_at)
      values (${mint('post', now + made)}, ${id}, 1, ${starter}, 'Body', ${new Date(now)})`
    return id
  }

  it('joins without an address, or with the very mailbox of the account, however it is capitalised', async () => {
    const human = await somebody('human', 'bob@mail.example')
    for (const email of [undefined, 'BOB@mail.example']) {
      const guest = await somebody('guest', email)
      await joins(guest, human)
      expect(await humanOf(guest), email).to.equal(human)
    }
    for (const email of ['bob+y@mail.example', 'eve@mail.example']) {
      const guest = await somebody('guest', email)
      const { reply, state } = await joins(guest, human)
      expect([reply, state, await humanOf(guest)], email).to.deep.equal([{ ended: [] }, undefined, null])
    }
  })

  it('is found for an account by that mailbox, in neither direction by another tag', async () => {
    const tagged = await somebody('human', 'Cy+y@mail.example')
    const [plain, same] = [await somebody('guest', 'cy@mail.example'), await somebody('guest', 'cy+y@mail.example')]
    expect(await guestsOfMailbox(sql, tagged)).to.deep.equal([same])
    expect((await joins(plain, tagged)).state).to.equal(undefined)
    expect(await humanOf(plain)).to.equal(null)
  })

  it('joins nobody who is suspended or deleted, nor while it is suspended itself, nor a second account', async () => {
    const human = await somebody('human', 'dan@mail.example')
    const other = await somebody('human', 'deb@mail.example')
    const guest = await somebody('guest')
    for (const [id, what] of [
      [guest, 'suspended_at'],
      [human, 'suspended_at'],
      [human, 'deleted_at'],
    ] as const) {
      await sql`update participant set ${sql(what)} = ${new Date(now)} where id = ${id}`
      await joins(guest, human)
      expect(await humanOf(guest), `${id} ${what}`).to.equal(null)
      await sql`update participant set ${sql(what)} = null where id = ${id}`
    }
    await joins(guest, human)
    await joins(guest, other)
    expect(await humanOf(guest)).to.equal(human)
  })

  it('brings its removals, which spare only a seat that was given to the person themselves', async () => {
    const human = await somebody('human', 'eva@mail.example')
    const guest = await somebody('guest')
    const [closed, open] = [await hub(), await hub()]
    const inOpen = await thread(open, 'hum_keeper')
    for (const scope of ['thr_gone', 'thr_given', 'thr_taken', closed, open]) await removed(scope, guest)
    await seat('thr_given', human, 'member', 'hum_keeper')
    await seat('thr_taken', human)
    await seat(inOpen, human)
    await seat(closed, human, 'owner')
    await joins(guest, human)
    expect(await removalsOf(human)).to.deep.equal([open, 'thr_gone', 'thr_taken'].toSorted())
    expect(await seatsOf(human)).to.deep.equal([`${closed} owner taken`, 'thr_given member hum_keeper'])
  })

  it('leaves no seat behind: the person has the better role, and none where they were removed', async () => {
    const human = await somebody('human', 'fay@mail.example')
    const guest = await somebody('guest')
    const closed = await hub()
    await seat('thr_a_new', guest)
    await seat('thr_b_higher', guest, 'helper', 'hum_keeper')
    await seat('thr_b_higher', human, 'member', 'hum_other')
    await seat('thr_c_lower', guest, 'member', 'hum_keeper')
    await seat('thr_c_lower', human, 'owner')
    await seat('thr_d_given', guest, 'member', 'hum_keeper')
    await seat('thr_d_given', human)
    await seat('thr_e_removed', guest)
    await removed('thr_e_removed', human)
    await seat(closed, guest, 'member', 'hum_keeper')
    await removed(closed, human)
    await joins(guest, human)
    expect(await seatsOf(guest)).to.deep.equal([])
    expect(await seatsOf(human)).to.deep.equal([
      'thr_a_new member taken',
      'thr_b_higher helper hum_keeper',
      'thr_c_lower owner taken',
      'thr_d_given member hum_keeper',
    ])
    const counts = await sql`select scope_id, seats from seat_count
      where scope_id like 'thr\\_%\\_%' and seats > 0 and scope_id <> 'thr_given' order by scope_id`
    expect(counts.map(({ scope_id, seats }) => [scope_id, seats])).to.deep.equal([
      ['thr_a_new', 1],
      ['thr_b_higher', 1],
      ['thr_c_lower', 1],
      ['thr_d_given', 1],
    ])
  })

  it('and another guest of theirs in the same place have one seat together', async () => {
    const human = await somebody('human', 'gil@mail.example')
    const [one, two] = [await somebody('guest'), await somebody('guest')]
    await seat('thr_two', one)
    await seat('thr_two', two, 'helper', 'hum_keeper')
    // of one batch
    await write(
      sql,
      [one, two].flatMap((guest) => {
        const merged = { guest, human, at: new Date(now).toISOString() }
        return [mergeGuests(merged), mergeSeats(merged)]
      }),
    )
    expect(await seatsOf(human)).to.deep.equal(['thr_two helper hum_keeper'])
    expect([...(await seatsOf(one)), ...(await seatsOf(two))]).to.deep.equal([])
  })

  it('makes the person answer for its threads, edits and decisions, and its requests wait for them', async () => {
    const human = await somebody('human', 'hal@mail.example')
    const guest = await somebody('guest')
    const begun = await thread(await hub(), guest)
    const edit = mint('edit', now + ++made)
    await sql`insert into edit (id, pad_id, hub_id, kind, status, author_id, author_kind, principal_id, base_version,
        section_ids, blocks, added_chars, removed_chars, new_heading, removed_link, small, at)
      values (${edit}, 'pad_x', 'hub_x', 'suggestion', 'proposed', ${guest}, 'guest', ${guest}, 1,
        '{}', '[]', 0, 0, false, false, false, ${new Date(now)})`
    const decision = mint('decision', now + made)
    await sql`insert into decision (id, pad_id, hub_id, status, text, author_id, author_kind, principal_id, at)
      values (${decision}, 'pad_x', 'hub_x', 'proposed', 'Rye', ${guest}, 'guest', ${guest}, ${new Date(now)})`
    await sql`insert into join_request (scope_id, participant_id, at) values ('thr_asked', ${guest}, ${new Date(now)})`
    const { tell } = await joins(guest, human)
    expect(tell).to.deep.equal([{ actor: 'thread', id: begun, operation: 'runtime.forget', args: {} }])
    expect((await sql`select starter_human_id from thread where id = ${begun}`)[0]).to.include({
      starter_human_id: human,
    })
    for (const table of ['edit', 'decision']) {
      const [row] = await sql`select human_id, principal_id from ${sql(table)} where author_id = ${guest}`
      expect(row, table).to.include({ human_id: human, principal_id: human })
    }
    const asks = await sql`select participant_id from join_request where scope_id = 'thr_asked'`
    expect(asks.map((row) => row['participant_id'])).to.deep.equal([human])
  })

  it('passes on to the person what comes for it, but for its DMs', async () => {
    const human = await somebody('human', 'ida@mail.example')
    const guest = await somebody('guest')
    const from = { from_id: 'hum_keeper', from_kind: 'human' } as const
    const comes = async (item: object) => (await desk.ask(guest, 'receive', { item: { ...from, ...item } }, now)).tell
    const reply = { kind: 'reply', thread_id: 'thr_1' }
    expect(await comes(reply)).to.deep.equal([])
    await joins(guest, human)
    expect(await comes(reply)).to.deep.equal([
      { actor: 'participant', id: human, operation: 'receive', args: { item: { ...from, ...reply } } },
    ])
    expect(await comes({ kind: 'dm', dm_id: 'dm_1' })).to.deep.equal([])
  })

  it('of a release that left seats behind inherits no hub, and keeps no account from being deleted', async () => {
    const human = await somebody('human', 'ina@mail.example')
    const guest = await somebody('guest')
    const own = await hub()
    await seat(own, human, 'owner')
    await seat(own, guest)
    expect(await hubsOwned(sql, { owners: [human], own: [human] })).to.have.length(1)
    const others = async () => (await hubsOwned(sql, { owners: [human], own: [human] }))[0]?.others
    const heirs = async () => (await heirsOf.load(sql, [own])).get(own)
    expect([await others(), await heirs()]).to.deep.equal([true, [human, guest]])
    await sql`update participant set human_id = ${human} where id = ${guest}`
    expect([await others(), await heirs()]).to.deep.equal([false, [human]])
  })
})
