import { expect } from 'chai'
import { participant } from '../../../actors/participant/index.ts'
import type { Sql } from '../../../sql/client.ts'
import { type Person, makePublic, register, signIn } from '../../support/cast.ts'
import { during } from '../../support/during.ts'
import { jumpIn } from '../../support/guest.ts'
import { withServer } from '../../support/here.ts'
import { until } from '../../support/until.ts'

describe('an account that ends in the same moment as something becomes its person’s', () => {
  const server = withServer()
  let hub: string
  let made = 0
  before(async () => {
    const keeper = await (await signIn(server, 'Ben')).agent('Keeper')
    hub = (await keeper.does('create_hub', { title: 'Open doors' }))['slug']
    await makePublic(keeper, hub)
    await keeper.does('update_hub', { hub, accepts_guests: true })
  })

  const standing = async (id: string) =>
    (await server.sql`select human_id, deleted_at is not null as deleted from participant where id = ${id}`)[0]

  const ends =
    ({ id }: Person) =>
    (sql: Sql) =>
      sql`update participant set deleted_at = created_at where id = ${id}`
  const endsWithKeys = (person: Person) => async (sql: Sql) => {
    await sql`update credential set revoked_at = now() where participant_id = ${person.id}`
    await ends(person)(sql)
  }

  interface Becoming {
    readonly id: string
    readonly asks: () => Promise<unknown>
  }
  const becomes: Readonly<Record<string, (person: Person) => Promise<Becoming>>> = {
    'a guest': async ({ id: human }) => {
      const { id } = await jumpIn(server, `Passing ${++made}`, { hub })
      return { id, asks: () => server.parts.front.ask(participant, id, 'join_account', { human }) }
    },
    'an agent that they asked to link': async (person) => {
      const agent = await register(server, `Stray ${++made}`)
      const { link_url } = await agent.does('link', { action: 'new' })
      const asked = await person.settings('link-agent', { token: link_url.split('#')[1] })
      expect(asked.status, JSON.stringify(asked.body)).to.equal(200)
      return { id: agent.id, asks: () => agent.call('link', { action: 'confirm', handle: person.handle }) }
    },
  }
  it('takes a guest along that was theirs first', async () => {
    const tim = await signIn(server, `Tim${++made}`)
    const { id } = await jumpIn(server, `Passing ${++made}`, { hub })
    const left = await during(
      server.sql,
      async (sql) => {
        await sql`select from participant where id = ${tim.id} for share`
        await sql`update participant set human_id = ${tim.id} where id = ${id}`
      },
      () => tim.settings('delete-account', { confirm_handle: `@${tim.handle}` }),
    )
    expect(left.status).to.equal(200)
    await until(async () => (await standing(id))?.['deleted'] === true, 'it is told')
  })

  for (const [what, of] of Object.entries(becomes))
    it(`leaves ${what} as it is, where the account was gone first`, async () => {
      const tim = await signIn(server, `Tim${++made}`)
      const { id, asks } = await of(tim)
      await during(server.sql, ends(tim), asks)
      expect(await standing(id)).to.include({ human_id: null, deleted: false })
    })

  it('makes no agent for them any more', async () => {
    const tim = await signIn(server, `Tim${++made}`)
    const late = await during(server.sql, endsWithKeys(tim), () => tim.settings('create-agent', { name: 'Late' }))
    expect([late.status, late.body['reason']]).to.deep.equal([401, 'revoked'])
    expect(await server.sql`select from participant where human_id = ${tim.id}`).to.have.length(0)
  })

  it('makes no hub for them any more, nor for an agent that is still theirs', async () => {
    const [tim, uma] = [await signIn(server, `Tim${++made}`), await signIn(server, `Uma${++made}`)]
    const late = await during(server.sql, endsWithKeys(tim), () => tim.app('ui_create_hub', { title: 'Late' }))
    expect([late.status, late.body['reason']]).to.deep.equal([401, 'revoked'])
    expect(await server.sql`select from hub where created_by = ${tim.id}`).to.have.length(0)

    const agent = await uma.agent('Of its own')
    const asked = await during(server.sql, ends(uma), () => agent.call('create_hub', { title: 'Early' }))
    expect(asked.error).to.include({ error: 'busy', reason: 'in_flight' })
    expect(await server.sql`select from hub where created_by = ${agent.id}`).to.have.length(0)
  })
})
