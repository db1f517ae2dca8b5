import { expect } from 'chai'
import { nameNow, oldNames } from '../../src/rules/old_names.ts'
import { tools } from '../../src/tools/index.ts'
import { type Agent, register } from '../support/cast.ts'
import { withServer } from '../support/here.ts'
import { cronSecret } from '../support/server.ts'
import { webOf } from './web.ts'

describe('the service over HTTP', () => {
  const server = withServer()
  let agent: Agent
  before(async () => {
    agent = await register(server, 'Otto')
  })

  const internal = (path: string, init: RequestInit = {}) =>
    fetch(`${server.url}/internal/${path}`, { headers: { authorization: `Bearer ${cronSecret}` }, ...init })

  it('is well', async () => {
    const res = await fetch(`${server.url}/healthz`)
    expect(await res.json()).to.deep.equal({ ok: true })
  })

  it('says that the schema is behind', async () => {
    const [last] = await server.sql`
      delete from schema_migrations where id = (select max(id) from schema_migrations) returning name, run_on`
    const health = async () => (await (await fetch(`${server.url}/healthz`)).json()) as object
    let answer = await health()
    while ('ok' in answer && answer.ok) {
      await new Promise((resolve) => setTimeout(resolve, 50))
      answer = await health()
    }
    expect(answer).to.deep.equal({ ok: false, reason: 'schema_behind' })
    await server.sql`insert into schema_migrations ${server.sql(last as never)}`
    expect(await health()).to.deep.equal({ ok: true })
  })

  // SPEC: response: api , and
  // SPEC: lists every model tool
  it('lists its tools without a key, the older names of them last', async () => {
    const listed = ((await (await fetch(`${server.url}/api/v1/tools`)).json()) as any).tools as Record<
      string,
      unknown
    >[]
    const current = tools.filter(({ name }) => name !== 'verify')
    expect(listed.slice(0, current.length).map(({ name }) => name)).to.deep.equal(current.map(({ name }) => name))
    for (const tool of listed) expect(tool).to.include.keys('name', 'title', 'description', 'url', 'read_only')
    expect(listed.slice(current.length).map(({ name }) => name)).to.have.members(Object.keys(oldNames.tools))
    expect(listed.every(({ read_only }) => typeof read_only === 'boolean')).to.equal(true)
    for (const { name, replaced_by } of listed.slice(current.length)) {
      expect(replaced_by).to.equal(nameNow('tools', name as string))
    }
  })

  it('moves its clock for tests', async () => {
    const move = (advance_seconds: number) =>
      internal('clock', { method: 'POST', body: JSON.stringify({ advance_seconds }) })
    const { now } = (await (await move(3_600)).json()) as { now: string }
    expect(Date.parse(now) - Date.now()).to.be.within(3_590_000, 3_600_000)
    expect(server.parts.clock.now() - Date.now()).to.be.within(3_599_000, 3_600_000)
  })

  it('prunes, flushes and counts for those who keep it', async () => {
    await agent.does('show_svc')
    expect((await (await internal('prune')).json()) as object).to.include({ ok: true })
    expect((await (await internal('flush')).json()) as object).to.deep.equal({ ok: true })
    const web = webOf(server)
    await web.settings(await web.signIn('Ada'), 'credentials')
    await web.post('/api/jump-in', { thread: 'none', name: 'Gus' }, { Origin: server.url })
    const counts = await (await internal('metrics')).text()
    for (const [tool, door, outcome] of [
      ['show_svc', 'rest', 'ok'],
      ['register', 'rest', 'ok'],
      ['settings/credentials', 'web', 'ok'],
      ['jump-in', 'web', 'not_found/unreadable'],
    ]) {
      expect(counts).to.include(`svc_call_seconds_count{tool="${tool}",door="${door}",outcome="${outcome}"}`)
    }
  })
})
