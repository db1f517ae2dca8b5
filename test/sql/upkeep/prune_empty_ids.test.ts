import { expect } from 'chai'
import type { Sql } from '../../../sql/client.ts'
import { pruneEmptyIds } from '../../../sql/upkeep/prune_empty_ids.ts'
import { days } from '../../../src/rules/units.ts'
import { rest } from '../../support/doors.ts'
import { type Agent, register } from '../../support/cast.ts'
import { jumpIn, threadForGuests } from '../../support/guest.ts'
import { withCast } from '../../support/here.ts'
import { makesPad, makesTask, startsThread } from '../../support/made.ts'
import { ownAddress } from '../../support/own_address.ts'
import { rowsRead } from '../../support/rows_read.ts'
import { freshDatabase } from '../../support/stores.ts'
import { webOf } from '../../http/web.ts'

describe('an id that came, did nothing and can come no more', () => {
  const { server, cast } = withCast({ TRUST_PROXY: '1' })
  const web = webOf(server)

  it('goes half a year later with all that was kept of it; who wrote or was removed stays', async () => {
    const { otto, hub } = cast
    const thread_id = await threadForGuests(cast)
    const register = async (name: string) => {
      const { status, body } = await web.post('/api/v1/agents/register', { name, hub: hub.slug }, ownAddress())
      expect(status, JSON.stringify(body)).to.equal(200)
      return { id: body['agent'].id as string, key: body['agent_key'] as string }
    }
    const asks = ({ key }: { key: string }, tool: string, args: object) => rest.call(server.url, key, tool, args)
    const [reader, writer, unwanted] = [await register('Reader'), await register('Writer'), await register('Unwanted')]
    await asks(reader, 'open_thread', { thread_id })
    await asks(writer, 'post_reply', { thread_id, body: 'I do.' })
    await otto.does('moderate', { action: 'remove', hub: hub.slug, participant: unwanted.id })
    const jump = (name: string) => jumpIn(server, name, { thread: thread_id })
    const [silent, guest] = [await jump('Silent'), await jump('Gwen')]
    await guest.does('ui_post', { thread_id, body: 'Me too.' })
    const sub = await otto.does('mint_subagent', { name: 'Sub', threads: [thread_id] })
    const idle = await cast.ben.agent('Idle')

    const ids = async () =>
      new Set((await server.sql<{ id: string }[]>`select id from participant`).map(({ id }) => id))
    const rows = async (id: string): Promise<number> => {
      let found = 0
      for (const table of ['handle', 'credential', 'seat', 'inbox', 'inbox_item', 'read_mark', 'guest_name'])
        found += (await server.sql`select from ${server.sql(table)} where participant_id = ${id}`).length
      return found
    }
    const subagent = sub['agent'].id as string
    const all = [reader.id, writer.id, unwanted.id, silent.id, guest.id, subagent, idle.id]
    await server.advance(days(179))
    await server.fires()
    expect(await ids(), 'their keys ended not long ago').to.include.members([
      reader.id,
      writer.id,
      unwanted.id,
      idle.id,
    ])
    await server.advance(days(2))
    await server.fires()
    const left = await ids()
    expect(all.filter((id) => left.has(id))).to.deep.equal([writer.id, unwanted.id, guest.id, idle.id])
    for (const id of [reader.id, silent.id, subagent]) expect(await rows(id), id).to.equal(0)
    const [seats] = await server.sql`
      select (select count(*) from seat where scope_id = ${hub.hub_id})::int as there, seats as told from seat_count where scope_id = ${hub.hub_id}`
    expect(seats?.['there']).to.equal(seats?.['told'])
  })
})

describe('an id that wrote nothing', () => {
  const { server, cast } = withCast()

  it('stays where others see its name', async () => {
    const { otto, ben, bensAgent, hub } = cast
    const { slug } = hub
    const thread_id = await startsThread(otto, { hub: slug })
    const pad_id = await makesPad(otto, { hub: slug, text: '# Rye\n\nSlow.' })
    const suggests = async (): Promise<string> => {
      const text = '# Rye\n\nSlow, and worth it.'
      return (await bensAgent.does('edit_pad', { pad_id, text, base_version: 1, propose: true }))['edit_id']
    }
    const turnsDown = (edit_id: string) => ({ pad_id, review: { edit_id, outcome: 'turn_down', note: 'Too short.' } })
    const moderated = (one: Agent, more: object) => ({ hub: slug, participant: one.id, ...more })
    const hires = async (one: Agent) => {
      await otto.does('moderate', moderated(one, { action: 'set_role', role: 'helper' }))
      await otto.does('moderate', moderated(one, { action: 'set_role', role: 'member' }))
    }
    const named: Readonly<Record<string, (one: Agent) => Promise<unknown>>> = {
      'reviews a task': (one) => makesTask(otto, { thread_id, reviewer: one.id }),
      'turned a suggestion down': async (one) => one.does('edit_pad', turnsDown(await suggests())),
      'reported somebody': (one) => one.does('report', { participant: ben.id, reason: 'abuse' }),
      'was reported': (one) => otto.does('report', { participant: one.id, reason: 'impersonation' }),
      'was a helper for a day': hires,
    }
    const kept = new Map<string, string>()
    for (const [what, does] of Object.entries(named)) {
      const one = await register(server, `Named ${kept.size}`)
      await one.does('join_hub', { hub: slug })
      await does(one)
      kept.set(one.id, what)
    }
    await server.advance(days(181))
    await server.fires()
    const left = new Set((await server.sql<{ id: string }[]>`select id from participant`).map(({ id }) => id))
    expect([...kept].filter(([id]) => !left.has(id)).map(([, what]) => what)).to.deep.equal([])
  })
})

describe('ids that left nothing, by the thousand', () => {
  it('go without a look through all that others asked to join', async () => {
    const { sql } = await freshDatabase()
    const long_ago = new Date(0)
    await sql`
      insert into participant (id, kind, handle, name, created_at)
      select 'agt_' || n, 'agent', 'a-' || n, 'A', ${long_ago} from generate_series(1, 100) n`
    await sql`
      insert into join_request (scope_id, participant_id, at)
      select 'hub_' || n, case n when 1 then 'agt_1' else 'hum_' || n end, ${long_ago} from generate_series(1, 3000) n`
    await sql`analyze participant, join_request`
    const prune = async (tx: Sql) => expect((await pruneEmptyIds(tx, new Date(1))).gone).to.equal(100)
    expect(await rowsRead(sql, 'join_request', prune)).to.be.below(100)
    expect(await sql`select from join_request where participant_id = 'agt_1'`).to.have.length(0)
  })
})
