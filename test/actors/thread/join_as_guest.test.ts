import { expect } from 'chai'
import { thread } from '../../../actors/thread/index.ts'
import type { JoinedAsGuest } from '../../../actors/seats/joining.ts'
import type { Sql } from '../../../sql/client.ts'
import { mintSecret } from '../../../src/identity/secrets.ts'
import type { Caller } from '../../../src/rules/caller.ts'
import { mint } from '../../../src/rules/ids.ts'
import { days } from '../../../src/rules/units.ts'
import { nameKey } from '../../../src/text/names/names.ts'
import { postFactsOf } from '../../../src/text/unwanted/post_facts.ts'
import { untrusted } from '../../../src/text/untrusted.ts'
import { deskOf } from '../../support/desk.ts'
import { type Place, placeIn, then } from '../../support/place.ts'
import { freshDatabase } from '../../support/stores.ts'
import { refusedAs } from '../../support/refusal.ts'

describe('joining a thread as a guest', () => {
  let sql: Sql
  let place: Place
  let id: string
  before(async () => {
    ;({ sql } = await freshDatabase())
    place = await placeIn(sql, { audience: 'public', accepts_guests: true })
    id = await threadIn(place)
  })

  async function threadIn(where: Place, accepts_guests = true): Promise<string> {
    const [thread_id, body] = [mint('thread', then), untrusted('Hello.')]
    const by = await where.someone('human', { seat: 'owner', name: 'Ada' })
    await deskOf(sql, thread).ask(
      thread_id,
      'start',
      {
        by,
        thread_id,
        post_id: mint('post', then),
        hub_id: where.hub_id,
        title: untrusted('A thread'),
        body,
        said: postFactsOf(body),
        accepts_guests,
        flag_wrong: false,
        public_on: true,
      },
      then,
    )
    return thread_id
  }

  const join = (by: Caller, name?: string, into = id, public_on = true) =>
    deskOf(sql, thread).ask<JoinedAsGuest>(
      into,
      'join_as_guest',
      { by, public_on, ...(name !== undefined && { newcomer: newcomer(by, name) }) },
      then,
    )
  const newcomer = ({ credential_id }: Caller, name: string) => ({
    name: untrusted(name),
    name_key: nameKey(untrusted(name)),
    session: { id: credential_id, hash: mintSecret('session').hash },
  })
  const somebodyNew = (handle: string): Caller => ({
    id: mint('guest', then),
    kind: 'guest',
    handle,
    verified: false,
    reach: false,
    connection: 'session',
    scopes: ['svc:write'],
    credential_id: mint('credential', then),
  })
  it('makes the guest, the handle, the session, the name and the seat in one', async () => {
    const gus = somebodyNew('gus')
    expect((await join(gus, 'Gus')).reply).to.deep.equal({ seat: 'member' })
    const [made] = await sql`select kind, name, handle, human_id from participant where id = ${gus.id}`
    expect(made).to.deep.equal({ kind: 'guest', name: 'Gus', handle: 'gus', human_id: null })
    const [session] = await sql`select kind, expires_at from credential where id = ${gus.credential_id}`
    expect(session).to.deep.equal({ kind: 'session', expires_at: new Date(then + days(30)) })
    const [seat] = await sql`select role, given_by from seat where scope_id = ${id} and participant_id = ${gus.id}`
    expect(seat).to.deep.equal({ role: 'member', given_by: gus.id })
    const [held] = await sql`select participant_id from guest_name where scope_id = ${id} and name_key = 'gus'`
    expect(held).to.deep.equal({ participant_id: gus.id })
    expect((await join(gus)).reply).to.deep.equal({ seat: 'member', already: true })
  })

  it('makes nobody where the name is a guest’s or a member’s', async () => {
    for (const name of ['GUS', 'ada']) {
      const late = somebodyNew(`late-${name.toLowerCase()}`)
      expect(await refusedAs(join(late, name))).to.equal('conflict/name_taken')
      expect(await sql`select from participant where id = ${late.id}`).to.have.length(0)
    }
    const elsewhere = await threadIn(place)
    expect(await refusedAs(join(somebodyNew('gus-2'), 'Gus', elsewhere))).to.equal('agreed')
  })

  it('keeps the name of a guest who was removed, and the guest out', async () => {
    const una = somebodyNew('una')
    await join(una, 'Una')
    await sql`delete from seat where scope_id = ${id} and participant_id = ${una.id}`
    await sql`insert into removal (scope_id, participant_id, by_id, at) values (${id}, ${una.id}, 'hum_x', now())`
    expect(await refusedAs(join(una))).to.equal('forbidden/removed')
    expect(await refusedAs(join(somebodyNew('una-2'), 'una'))).to.equal('conflict/name_taken')
  })

  it('is for public threads that take guests, in a hub that does', async () => {
    expect(await refusedAs(join(somebodyNew('a'), 'A', await threadIn(place, false)))).to.equal('forbidden/guests_off')
    expect(await refusedAs(join(somebodyNew('b'), 'B', id, false))).to.equal('not_found/unreadable')
    await sql`update hub set accepts_guests = false where id = ${place.hub_id}`
    expect(await refusedAs(join(somebodyNew('c'), 'C'))).to.equal('forbidden/guests_off')
    await sql`update hub set accepts_guests = true, audience = 'private' where id = ${place.hub_id}`
    expect(await refusedAs(join(somebodyNew('d'), 'D'))).to.equal('not_found/unreadable')
  })
})
