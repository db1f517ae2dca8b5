import { expect } from 'chai'
import { serviceClock } from '../../src/clock.ts'
import { openKnown } from '../../src/identity/known_credentials.ts'
import { hashOf } from '../../src/identity/secrets.ts'
import type { Sql } from '../../sql/client.ts'
import { processorTime } from '../support/cpu.ts'
import { freshDatabase } from '../support/stores.ts'

describe('known credentials', () => {
  let sql: Sql
  const many = 4_000
  const hash = (n: number): string => hashOf(`key ${n}`)

  before(async () => {
    sql = (await freshDatabase()).sql
    const ids = Array.from({ length: many }, (_, n) => String(n))
    await sql`
      insert into participant (id, kind, handle, name, created_at)
      select 'agt_' || n, 'agent', 'h' || n, 'Name', now() from unnest(${ids}::text[]) n`
    await sql`
      insert into credential (id, hash, kind, participant_id, made_by, created_at, expires_at)
      select 'crd_' || n, decode(hash, 'hex'), 'agent_key', 'agt_' || n, 'agt_' || n, now(), now() + interval '1 day'
      from unnest(${ids}::text[], ${ids.map((n) => hash(Number(n)))}::text[]) as keys (n, hash)`
  })

  // everybody may cause changes: whoever renews a token or ends a connection does
  it('forgets what a change concerns without looking through all of them', async () => {
    const known = openKnown({ clock: serviceClock(), sql })
    await Promise.all(Array.from({ length: many }, (_, n) => known.find(hash(n))))
    const changes = processorTime(() => {
      for (let n = 0; n < 2_000; n++) known.forget({ credentials: [`crd_none_${n}`], participants: [`agt_none_${n}`] })
    })
    expect(changes, 'milliseconds for 2,000 changes').to.be.below(200)
  })

  it('reads anew what a change concerned, by each of its ids, and nothing else', async () => {
    const known = openKnown({ clock: serviceClock(), sql })
    const revoked = async () =>
      Promise.all([1, 2, 3].map(async (n) => (await known.find(hash(n)))?.revoked_at !== null))
    expect(await revoked()).to.deep.equal([false, false, false])
    await sql`update credential set revoked_at = now() where id in ('crd_1', 'crd_2', 'crd_3')`
    expect(await revoked(), 'unheard').to.deep.equal([false, false, false])
    known.forget({ credentials: ['crd_1'] })
    known.forget({ participants: ['agt_2'] })
    expect(await revoked()).to.deep.equal([true, true, false])
    expect(await revoked(), 'known again').to.deep.equal([true, true, false])
    known.forget({ participants: ['agt_2', 'agt_3'] })
    expect(await revoked()).to.deep.equal([true, true, true])
  })
})
