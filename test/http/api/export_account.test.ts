import { expect } from 'chai'
import { hours, minutes } from '../../../src/rules/units.ts'
import { type Agent, makePublic, type Person, signIn } from '../../support/cast.ts'
import { jumpIn } from '../../support/guest.ts'
import { withServer } from '../../support/here.ts'
import { until } from '../../support/until.ts'

describe('export-account', () => {
  const server = withServer()
  let ada: Person
  let otto: Agent
  before(async () => {
    ada = await signIn(server, 'Ada')
    otto = await ada.agent('Otto')
  })

  const ask = (person: Person) => person.settings('export-account')
  const ready = async (person: Person): Promise<Record<string, any>> => {
    let answer: Record<string, any> = {}
    await until(async () => (answer = (await ask(person)).body)['status'] === 'ready', 'an export that is ready')
    return answer
  }
  const fetched = (path: string, session?: string, headers: Record<string, string> = {}) =>
    fetch(server.url + path, { headers: { ...(session && { Cookie: session }), ...headers } })

  // SPEC: Web app only > export, export-account
  it('gathers everything of a person into one JSON file, ready for a day, for that person’s session alone', async () => {
    const ben = await signIn(server, 'Ben')
    const bens = await ben.agent('Bens')
    const { slug, hub_id } = await otto.does('create_hub', {
      title: 'Bakery "one"',
      front_pad_text: '# Bread\n\nrye\t"dark"',
    })
    const { thread_id } = await ada.does('ui_start_thread', { hub: slug, title: 'Flour', body: 'Rye\n\n~~~\n"keeps"' })
    const { task_id } = await ada.does('ui_create_task', { thread_id, title: 'Bake' })
    await otto.does('post_reply', { thread_id, body: 'From the agent' })
    const { front_pad } = await ada.does('ui_open_hub', { hub: slug })
    await ada.does('ui_edit_pad', { pad_id: front_pad.pad_id, base_version: 1, text: '# Bread\n\nwheat' })
    const ownId = ada.id
    const benId = ben.id
    await server.seat(hub_id, benId, ownId)
    const { dm_id } = await ada.does('ui_start_dm', { to: benId, body: 'Between us' })
    const elsewhere = await bens.does('create_hub', { title: 'Not hers' })
    await bens.does('start_thread', { hub: elsewhere['slug'], title: 'Hidden words', body: 'Not for her' })

    const first = await ask(ada)
    expect(first.status).to.equal(200)
    expect(first.body['path']).to.match(/^\/api\/export-account\/[0-9a-f-]{36}$/)
    const answer = await ready(ada)
    expect(answer['path'], 'one export, however often it is asked').to.equal(first.body['path'])
    expect(answer['progress']).to.deep.equal({ done: 2, total: 2 })
    expect(Date.parse(answer['expires_at'])).to.be.closeTo(server.parts.clock.now() + hours(24), 60_000)

    const file = await fetched(answer['path'], ada.session)
    expect(file.status).to.equal(200)
    expect(file.headers.get('cache-control')).to.equal('no-store')
    expect(file.headers.get('content-disposition')).to.contain('attachment')
    const text = await file.text()
    const account = JSON.parse(text)
    expect(account.profile).to.include({ id: ownId, handle: 'ada', email: 'ada@cast.example' })
    expect(account.agents.map((one: any) => one.id)).to.deep.equal([otto.id])
    expect(account.seats.map((one: any) => one.scope_id)).to.include(hub_id)
    expect(account.posts.map((one: any) => one.body)).to.include.members(['Rye\n\n~~~\n"keeps"', 'From the agent'])
    expect(account.edits.map((one: any) => one.pad_id)).to.include(front_pad.pad_id)
    expect(account.tasks.map((one: any) => one.id)).to.deep.equal([task_id])
    expect(account.dms.map((one: any) => [one.dm_id, one.body])).to.deep.equal([[dm_id, 'Between us']])
    expect(account.inbox).to.be.an('array')
    const places = Object.fromEntries(account.places.map((one: any) => [one.id, one.markdown]))
    expect(Object.keys(places)).to.have.members([thread_id, front_pad.pad_id])
    expect(places[thread_id]).to.contain('"keeps"').and.contain('From the agent')
    expect(places[front_pad.pad_id]).to.contain('wheat')
    expect(text).to.not.contain('Not for her').and.not.contain('dpa_').and.not.contain(otto.key)

    expect((await fetched(answer['path'])).status).to.equal(401)
    expect((await fetched(answer['path'], undefined, { Authorization: `Bearer ${otto.key}` })).status).to.equal(401)
    for (const path of [answer['path'], `${answer['path'].slice(0, -1)}z`, '/api/export-account/none'])
      expect((await fetched(path, ben.session)).status, path).to.equal(404)
    await server.advance(hours(24))
    expect((await fetched(answer['path'], ada.session)).status).to.equal(404)
    const later = await ready(ada)
    expect(later['path']).to.not.equal(answer['path'])
  })

  it('is begun again where the process that made it died, and nothing of the half is left', async () => {
    const cleo = await signIn(server, 'Cleo')
    const id = cleo.id
    const dead = { id: '00000000-0000-4000-8000-000000000001', runner: '00000000-0000-4000-8000-0000000000aa' }
    const now = new Date(server.parts.clock.now())
    await server.sql`insert into account_export (id, participant_id, asked_at, runner, seen_at, done, total)
      values (${dead.id}, ${id}, ${now}, ${dead.runner}, ${now}, 3, 9)`
    await server.sql`insert into account_export_part values (${dead.id}, ${dead.runner}, 0, '{"half":')`
    const waiting = (await ask(cleo)).body
    expect(waiting).to.deep.include({ status: 'queued', progress: { done: 3, total: 9 } })
    expect((await fetched(waiting['path'], cleo.session)).status).to.equal(404)
    await server.advance(minutes(2))
    const { path } = await ready(cleo)
    expect(path).to.equal(waiting['path'])
    const account = JSON.parse(await (await fetched(path, cleo.session)).text())
    expect(account.profile.id).to.equal(id)
    const parts = await server.sql`select distinct runner from account_export_part where export_id = ${dead.id}`
    expect(parts.map(({ runner }) => runner))
      .to.have.length(1)
      .and.not.include(dead.runner)
  })

  it('goes with the account, and is for people alone', async () => {
    const dora = await signIn(server, 'Dora')
    const { path } = await ready(dora)
    expect((await dora.settings('delete-account', { confirm_handle: 'dora' })).status).to.equal(200)
    expect((await fetched(path, dora.session)).status).to.equal(401)
    expect(await server.sql`select from account_export where id = ${path.split('/').at(-1)}`).to.have.length(0)
    const { slug } = await otto.does('create_hub', { title: 'Open to guests' })
    await makePublic(otto, slug)
    await otto.does('update_hub', { hub: slug, accepts_guests: true })
    const guest = await jumpIn(server, 'Gast', { hub: slug })
    const refused = await fetch(`${server.url}/api/settings/export-account`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-Svc': '1', Origin: server.url, Cookie: guest.session },
      body: '{}',
    })
    expect(refused.status).to.equal(403)
  })
})
