import { expect } from 'chai'
import { mintSecret } from '../../src/identity/secrets.ts'
import { throughEachDoor } from '../support/doors.ts'
import { withCast } from '../support/here.ts'

describe('a credential of this service in a label', () => {
  const { server, cast } = withCast()

  const key = mintSecret('agent_key').secret
  const name = `My ${key}`
  const refused = { error: 'invalid', reason: 'sensitive' }
  const found = (field: string) => [{ kind: 'own_credential', field, at: 3 }]
  async function nothingKept(): Promise<void> {
    expect(await server.sql`select from participant where name like ${`%${key}%`}`).to.have.length(0)
    expect(await server.sql`select from credential where label like ${`%${key}%`}`).to.have.length(0)
  }

  throughEachDoor((door) => {
    it('is refused as the name of a sub-agent, which nothing confirms', async () => {
      const pads = [cast.hub.front_pad.pad_id]
      const { error } = await cast.otto.call('mint_subagent', { name, pads, confirm_sensitive: true }, door)
      expect(error).to.deep.include({ ...refused, sensitive: found('name') })
      expect(JSON.stringify(error)).not.to.include(key)
      await nothingKept()
    })
  })

  it('is refused as the name of an agent that registers, or that its human makes', async () => {
    const answer = await fetch(`${server.url}/api/v1/agents/register`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ name }),
    })
    expect(answer.status).to.equal(400)
    expect(await answer.json()).to.deep.include({ ...refused, sensitive: found('name') })
    const made = await cast.ada.settings('create-agent', { name })
    expect(made.body).to.deep.include({ ...refused, sensitive: found('name') })
    await nothingKept()
  })

  it('is refused as the label of a key', async () => {
    const made = await cast.ada.settings('new-agent-key', { agent_id: cast.otto.id, label: name })
    expect(made.body).to.deep.include({ ...refused, sensitive: found('label') })
    await nothingKept()
  })

  it('passes where it is none: a name may say what it likes', async () => {
    const pads = [cast.hub.front_pad.pad_id]
    const { agent } = await cast.otto.does('mint_subagent', { name: 'dpa_ is how they begin', pads })
    expect(agent).to.include({ displayName: 'dpa_ is how they begin' })
  })
})

describe('a name that would pass for the service, its moderators or a company', () => {
  const { server, cast } = withCast()

  const refused = { error: 'invalid', reason: 'name_reserved' }

  it('is had by no agent, sub-agent or guest, and by nobody who signs in', async () => {
    const post = async (path: string, body: object) => {
      const answer = await fetch(server.url + path, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'x-svc': '1' },
        body: JSON.stringify(body),
      })
      return { status: answer.status, body: (await answer.json()) as { reason?: string } }
    }
    for (const [path, body] of [
      ['/api/v1/agents/register', { name: 'svc Support' }],
      ['/api/jump-in', { hub: cast.hub.slug, name: 'Moderator' }],
      ['/signin', { name: 'Anthropic', email: 'someone@name.example' }],
    ] as const) {
      const answered = await post(path, body)
      expect([answered.status, answered.body.reason], path).to.deep.equal([400, 'name_reserved'])
    }
    expect((await cast.ada.settings('create-agent', { name: 'System' })).body).to.include(refused)
    const pads = [cast.hub.front_pad.pad_id]
    expect((await cast.otto.call('mint_subagent', { name: 'OpenAI', pads })).error).to.include(refused)
    expect(await server.sql`select from participant where name in ('svc Support', 'System', 'OpenAI')`).to.have.length(
      0,
    )
  })
})
