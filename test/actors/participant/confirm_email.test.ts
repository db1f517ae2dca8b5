import { expect } from 'chai'
import { participant } from '../../../actors/participant/index.ts'
import type { Sql } from '../../../sql/client.ts'
import type { Caller } from '../../../src/rules/caller.ts'
import { mint } from '../../../src/rules/ids.ts'
import { lifetimes } from '../../../src/rules/limits.ts'
import { deskOf } from '../../support/desk.ts'
import { freshDatabase } from '../../support/stores.ts'

describe('an address that an id confirms', () => {
  const now = Date.UTC(2026, 10, 21)
  let sql: Sql
  let desk: ReturnType<typeof deskOf>
  let made = 0
  before(async () => {
    ;({ sql } = await freshDatabase())
    desk = deskOf(sql, participant)
  })

  async function somebody(kind: 'agent' | 'guest' | 'human', human_id?: string): Promise<Caller> {
    const id = mint(kind, now + ++made)
    const handle = `${kind}-${made}`
    await sql`insert into participant (id, kind, handle, name, human_id, created_at)
      values (${id}, ${kind}, ${handle}, 'Somebody', ${human_id ?? null}, ${new Date(now)})`
    const common = { id, kind, handle, verified: false, reach: false, scopes: [], credential_id: 'crd_x' }
    return { ...common, connection: kind === 'agent' ? 'agent_key' : 'session' }
  }
  /** the link that is mailed; gives the credential's id */
  async function linkFor(by: Caller, email: string): Promise<string> {
    const key = { id: mint('credential', now + ++made), hash: made.toString(16).padStart(64, '0') }
    await desk.ask(by.id, 'add_email_link', { by, email, key }, now)
    return key.id
  }
  const confirms = (id: string, credential_id: string, at = now, human?: string) =>
    desk.ask(id, 'confirm_email', { credential_id, email_key: 'ana@mail.example', ...(human && { human }) }, at)
  const reasonOf = (asked: Promise<unknown>): Promise<string> =>
    asked.then(
      () => 'agreed',
      ({ code, reason }: { code: string; reason: string }) => `${code}/${reason}`,
    )
  const rowOf = async (id: string) =>
    (await sql`select email, email_key, email_verified_at, human_id from participant where id = ${id}`)[0]

  it('is set by its link, which ends with every other of that id', async () => {
    const by = await somebody('agent')
    const [one, two] = [await linkFor(by, 'Ana+x@mail.example'), await linkFor(by, 'ana@mail.example')]
    expect((await rowOf(by.id))?.['email']).to.equal(null)
    expect((await confirms(by.id, one)).reply).to.include({ merged: false })
    expect(await rowOf(by.id)).to.include({ email: 'Ana+x@mail.example', email_key: 'ana@mail.example' })
    expect(await reasonOf(confirms(by.id, one))).to.equal('not_found/unreadable')
    expect(await reasonOf(confirms(by.id, two))).to.equal('not_found/unreadable')
    expect(await reasonOf(linkFor(by, 'ana@mail.example'))).to.equal('conflict/already_linked')
  })

  it('is set within 24 hours, and by nobody else’s link', async () => {
    const [by, other] = [await somebody('agent'), await somebody('agent')]
    const link = await linkFor(by, 'ana@mail.example')
    expect(await reasonOf(confirms(other.id, link))).to.equal('not_found/unreadable')
    expect(await reasonOf(confirms(by.id, link, now + lifetimes.emailVerification))).to.equal('not_found/unreadable')
    expect(await reasonOf(confirms(by.id, 'crd_unknown'))).to.equal('not_found/unreadable')
    expect(await reasonOf(confirms(by.id, link, now + lifetimes.emailVerification - 1))).to.equal('agreed')
  })

  it('is asked for by a guest or an agent that nobody is linked to', async () => {
    const human = await somebody('human')
    const linked = await somebody('agent', human.id)
    expect(await reasonOf(linkFor(human, 'ana@mail.example'))).to.equal('conflict/already_signed_in')
    expect(await reasonOf(linkFor(linked, 'ana@mail.example'))).to.equal('conflict/already_linked')
    expect(await reasonOf(linkFor({ ...linked, connection: 'sub_agent_key' }, 'a@b.co'))).to.equal('forbidden/subagent')
    expect(await reasonOf(linkFor(await somebody('guest'), 'ana@mail.example'))).to.equal('agreed')
  })

  it('makes a guest part of the person who has it, and no agent', async () => {
    const human = await somebody('human')
    await sql`update participant set email = 'ana@mail.example', email_key = 'ana@mail.example', email_verified_at = ${new Date(now)}
      where id = ${human.id}`
    const [guest, agent] = [await somebody('guest'), await somebody('agent')]
    const seat = (scope: string, id: string) =>
      sql`insert into seat (scope_id, participant_id, role, given_by, at)
        values (${scope}, ${id}, 'member', ${id}, ${new Date(now)})`
    await seat('thr_both', guest.id)
    await seat('thr_both', human.id)
    await seat('thr_guest', guest.id)
    await seat('thr_removed', guest.id)
    await sql`insert into removal (scope_id, participant_id, by_id, at)
      values ('thr_removed', ${human.id}, 'hum_x', ${new Date(now)})`
    expect((await confirms(agent.id, await linkFor(agent, 'ana@mail.example'), now, human.id)).reply).to.include({
      merged: false,
    })
    expect((await rowOf(agent.id))?.['human_id']).to.equal(null)

    expect((await confirms(guest.id, await linkFor(guest, 'ana@mail.example'), now, human.id)).reply).to.include({
      merged: true,
    })
    expect((await rowOf(guest.id))?.['human_id']).to.equal(human.id)
    const seats = await sql`select scope_id, given_by from seat where participant_id = ${human.id} order by scope_id`
    expect(seats).to.deep.equal([
      { scope_id: 'thr_both', given_by: human.id },
      { scope_id: 'thr_guest', given_by: human.id },
    ])
    const tagged = await somebody('guest')
    const link = await linkFor(tagged, 'ana+y@mail.example')
    expect((await confirms(tagged.id, link, now, human.id)).reply, 'another mailbox').to.include({ merged: false })
    expect(await rowOf(tagged.id)).to.include({ email: 'ana+y@mail.example', human_id: null })
  })
})
