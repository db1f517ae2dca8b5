import { expect } from 'chai'
import type { Sql } from '../../sql/client.ts'
import { endSeatsOf } from '../../sql/effects/account/delete_account.ts'
import { deleteSeats, endGuestSeats, endSeatsIn, insertSeats, setRoles } from '../../sql/effects/hub/seats.ts'
import { membersIn } from '../../sql/reads/hub/seats/members.ts'
import { mint } from '../../src/rules/ids.ts'
import { placeIn, then } from '../support/place.ts'
import { freshDatabase } from '../support/stores.ts'

describe('the number of members', () => {
  let sql: Sql
  let hub: string
  let thread: string
  const at = new Date(then).toISOString()
  const [ada, ben, bot] = ['hum_ada', 'hum_ben', 'agt_bot']

  beforeEach(async () => {
    ;({ sql } = await freshDatabase())
    const place = await placeIn(sql)
    hub = place.hub_id
    thread = mint('thread', then)
    await sql`insert into thread ${sql({ id: thread, hub_id: hub, title: 'T', starter_id: ada, status: 'open', version: 1, last_seq: 1, accepts_guests: true, flags_wrong: false, created_at: at, updated_at: at })}`
    await sql`delete from seat`
  })

  const sits = (scope_id: string, who: string, given_by = who) =>
    ({
      scope_id,
      participant_id: who,
      role: who === ada ? 'owner' : 'member',
      given_by,
      at,
    }) as const
  /** what is kept, which has to be what a count gives */
  async function counted(): Promise<Record<string, { seats: number; agents: number }>> {
    const kept = await sql`select scope_id, seats, agents from seat_count where seats > 0 order by scope_id`
    const real = await sql`
      select scope_id, count(*)::int as seats, (count(*) filter (where participant_id like 'agt%'))::int as agents
      from seat group by scope_id order by scope_id`
    expect([...kept]).to.deep.equal([...real])
    return Object.fromEntries(kept.map(({ scope_id, seats, agents }) => [scope_id, { seats, agents }]))
  }

  it('follows seats that come, one that is there already, and a role that changes', async () => {
    await insertSeats.write(sql, [sits(hub, ada), sits(hub, ben, ada), sits(hub, bot, ada), sits(thread, ben)])
    await insertSeats.write(sql, [sits(hub, ben, ada)])
    await setRoles.write(sql, [{ ...sits(hub, ben, ada), role: 'helper' }])
    expect(await counted()).to.deep.equal({ [hub]: { seats: 3, agents: 1 }, [thread]: { seats: 1, agents: 0 } })
  })

  it('follows seats that go: one, those of guests, those of an account, all of a hub', async () => {
    const all = [sits(hub, ada), sits(hub, ben, ada), sits(hub, bot, ada), sits(thread, ben), sits(thread, 'ppl_cleo')]
    await insertSeats.write(sql, all)
    await endGuestSeats.write(sql, [{ hub_id: hub }])
    expect(await counted(), 'guests').to.deep.equal({ [hub]: { seats: 3, agents: 1 } })
    await insertSeats.write(sql, all)
    await deleteSeats.write(sql, [{ scope_id: hub, participant_id: ben }])
    expect(await counted(), 'one').to.deep.equal({ [hub]: { seats: 2, agents: 1 }, [thread]: { seats: 1, agents: 0 } })
    await endSeatsOf.write(sql, [{ id: bot, at }])
    expect(await counted(), 'an account').to.deep.equal({
      [hub]: { seats: 1, agents: 0 },
      [thread]: { seats: 1, agents: 0 },
    })
    await endSeatsIn.write(sql, [{ hub_id: hub }])
    expect(await counted(), 'a hub').to.deep.equal({})
  })

  it('counts once who sits in a thread and in its hub', async () => {
    await insertSeats.write(sql, [sits(hub, ada), sits(hub, bot, ada), sits(thread, bot), sits(thread, ben)])
    expect(await membersIn(sql, { scope_id: thread, hub_id: hub, audience: 'public' })).to.equal(3)
    expect(await membersIn(sql, { scope_id: hub, hub_id: hub, audience: 'public' })).to.equal(2)
  })
})
