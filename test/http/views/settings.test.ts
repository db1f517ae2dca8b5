import { expect } from 'chai'
import { mintSecret } from '../../../src/identity/secrets.ts'
import { mint } from '../../../src/rules/ids.ts'
import { days } from '../../../src/rules/units.ts'
import { whatAgentsDo } from '../../../src/reading/account/account.ts'
import { openSession } from '../../../sql/outside_actors/records/session.ts'
import { type Agent, type Person, register, signIn } from '../../support/cast.ts'
import { connect } from '../../support/assistant.ts'
import { formOf, sentBy } from '../../support/forms.ts'
import { withServer } from '../../support/here.ts'
import { until } from '../../support/until.ts'

/** A browser without JavaScript at /settings: every form is sent as it stands there. */
describe('/settings, by its forms', () => {
  const server = withServer({ SVC_MODERATORS: 'mod@cast.example' })
  let ada: Person
  let otto: Agent
  before(async () => {
    ada = await signIn(server, 'Ada')
    otto = await ada.agent('Otto')
  })

  const page = async (session: string): Promise<string> =>
    (await fetch(`${server.url}/settings`, { headers: { Cookie: session } })).text()

  const post = async (session: string, fields: Record<string, string>, path = '/settings') => {
    const answer = await fetch(server.url + path, {
      method: 'POST',
      redirect: 'manual',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded', Origin: server.url, Cookie: session },
      body: new URLSearchParams({ idempotency_key: crypto.randomUUID(), ...fields }).toString(),
    })
    return { status: answer.status, headers: answer.headers, text: await answer.text() }
  }

  /** What the first form of an act sends as it stands. */
  const sends = (text: string, act: string, has?: string) => Object.fromEntries(sentBy(formOf(text, { act, has })))

  it('gives a new key once, in the answer to its form, with the line to hand over and what it waits for', async () => {
    const form = sends(await page(ada.session), 'create-agent')
    const made = await post(ada.session, { ...form, name: 'Scribe', runs_on: 'Codex' })
    expect(made.status).to.equal(200)
    expect(made.headers.get('cache-control')).to.equal('private, no-store')
    const key = /dpa_[\w-]{43}/.exec(made.text)?.[0] as string
    const [, id] = /data-key-of="(agt_\w+)" data-key-state="waiting"/.exec(made.text) ?? []
    expect(made.text).to.contain(`/skill.md and take part in svc with this key, which is yours alone: ${key}`)
    expect(made.text).to.contain(`Authorization: Bearer ${key}`).and.contain('Waiting for its first call')
    expect(made.text).to.contain('[mcp_servers.svc]').and.contain('@scribe.ada')
    expect(made.text).to.contain(`/client/svc.mjs &amp;&amp; SVC_KEY=${key} node svc.mjs listen`)
    const again = await page(ada.session)
    expect(again).to.contain('@scribe.ada').and.not.contain(key)
    const call = await fetch(`${server.url}/api/v1/tools/show_svc`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
      body: '{}',
    })
    expect(call.status).to.equal(200)
    await server.parts.credentials.flush()
    const another = await post(ada.session, sends(await page(ada.session), 'new-agent-key', id))
    expect(another.status).to.equal(200)
    expect(another.text).to.match(/dpa_[\w-]{43}/)
    expect(another.text, 'it was here before').to.not.contain('data-key-of')
  })

  it('says how a chat assistant is connected, which needs no key', async () => {
    const shown = await page(ada.session)
    expect(shown).to.contain('Connect Claude, ChatGPT or another chat assistant')
    expect(shown).to.contain(`<p class="key" id="the-address">${server.url}/mcp</p>`)
    expect(shown).to.contain('data-copy="the-address"')
  })

  it('gives with a key what the host of the agent takes, to be pasted as it stands', async () => {
    const cleo = await signIn(server, 'Cleo')
    const url = `${server.url}/mcp?content=text`
    for (const [runs_on, where, has] of [
      ['Own code', 'In the settings of its host', '"mcpServers"'],
      ['Claude Code', 'In a terminal, in the folder where it works', 'claude mcp add --transport http svc'],
      ['Codex', 'At the end of ~/.codex/config.toml', '[mcp_servers.svc]'],
      ['Gemini CLI', 'In a terminal', 'gemini mcp add --scope user --transport http --header'],
      ['Cursor', 'In ~/.cursor/mcp.json', '"mcpServers"'],
      ['GitHub Copilot', 'In the mcp.json that MCP: Open User Configuration opens', '"servers"'],
      ['OpenCode', 'In ~/.config/opencode/opencode.json', '"remote"'],
      ['Cline', 'In cline_mcp_settings.json', '"streamableHttp"'],
    ] as const) {
      const form = { ...sends(await page(cleo.session), 'create-agent'), name: `On ${runs_on}`, runs_on }
      const { text } = await post(cleo.session, form)
      const key = /dpa_[\w-]{43}/.exec(text)?.[0] as string
      const [, pasted = ''] = /<pre class="key" id="the-mcp"[^>]*>([^]*?)<\/pre>/.exec(text) ?? []
      const words = pasted.replaceAll('&quot;', '"')
      expect(text).to.contain(`<p>${where}, so that it has the tools`)
      expect(words).to.contain(has).and.contain(`"${url}"`).and.contain(`Bearer ${key}`)
      if (words.startsWith('{')) expect(() => JSON.parse(words), words).not.to.throw()
    }
  })

  it('keeps what was chosen for a new agent that is refused: no hub, and what it runs on', async () => {
    const nora = await signIn(server, 'Nora')
    const { slug } = await nora.does('ui_create_hub', { title: 'Only one' })
    const shown = await page(nora.session)
    expect(shown, 'the only hub').to.contain(`<option value="${slug}" selected>`)
    const form = { ...sends(shown, 'create-agent'), runs_on: 'Codex' }
    const refused = await post(nora.session, { ...form, name: 'x'.repeat(500), hub: '' })
    expect(refused.status).to.equal(413)
    expect(refused.text)
      .to.contain('<option value="Codex" selected>Codex')
      .and.not.contain(`<option value="${slug}" selected>`)
    const seated = await post(nora.session, { ...form, name: 'x'.repeat(500), hub: slug as string })
    expect(seated.text).to.contain(`<option value="${slug}" selected>`)
  })

  it('gives a person the name that they pick, beside all they wrote, and no agent and no name of the service', async () => {
    const nora = await signIn(server, 'Norah')
    const scout = await nora.agent('Scout')
    const { slug } = await nora.does('ui_create_hub', { title: 'Names' })
    await nora.does('ui_add_agent', { hub: slug, agent_id: scout.id })
    const { thread_id } = await nora.does('ui_start_thread', { hub: slug, title: 'Who', body: 'It is me.' })
    const before = await page(nora.session)
    const form = sends(before, 'set-name')
    expect(form).to.include({ name: 'Norah' })
    const taken = await post(nora.session, { ...form, name: 'svc Support' })
    expect([taken.status, taken.text.includes('role="alert"')], taken.text.slice(0, 300)).to.deep.equal([400, true])
    for (const name of ['', '   ']) expect((await post(nora.session, { ...form, name })).status).to.equal(400)
    expect((await post(nora.session, { ...form, name: 'x'.repeat(81) })).status).to.equal(413)

    const changed = await post(nora.session, { ...form, name: 'Nora Å. <b>' })
    expect([changed.status, changed.headers.get('location')]).to.deep.equal([303, '/settings#you'])
    expect(await page(nora.session))
      .to.contain('Nora Å. &lt;b&gt;')
      .and.not.contain('Norah')
    const { text } = await scout.call('open_thread', { thread_id })
    expect(text).to.contain(`Nora Å. \\<b\\> @${nora.handle}`).and.not.contain('Norah')
    expect((await nora.settings('credentials')).body['profile']).to.include({
      name: 'Nora Å. <b>',
      handle: `@${nora.handle}`,
    })
    expect((await scout.does('show_svc'))['linked_to']).to.include({ name: 'Nora Å. <b>' })
    expect((await nora.settings('set-name', { name: 'Nora' })).body).to.deep.equal({ name: 'Nora', changes_left: 3 })
    const same = (await nora.settings('set-name', { name: 'Nora' })).body
    expect(same, 'nothing spent').to.deep.equal({ name: 'Nora', already: true, changes_left: 3 })
  })

  it('pauses an agent and lets it go on, renames it, and says what cannot be in words for people', async () => {
    const paused = await post(ada.session, sends(await page(ada.session), 'ui_pause_agents', otto.id))
    expect(paused.status).to.equal(303)
    expect(paused.headers.get('location')).to.equal(`/settings#${otto.id}`)
    const shown = await page(ada.session)
    expect(shown).to.contain('It can read, and writes nothing').and.contain('Let it go on')
    expect((await post(ada.session, sends(shown, 'ui_pause_agents', otto.id))).status).to.equal(303)
    expect(await page(ada.session)).to.not.contain('It can read, and writes nothing')

    const form = sends(await page(ada.session), 'rename-handle', otto.id)
    const refused = await post(ada.session, { ...form, handle: 'Not One!' })
    expect(refused.status).to.equal(400)
    expect(refused.text).to.contain('value="Not One!"').and.contain('role="alert"')
    expect(refused.text).to.not.match(/<p>[^<]*\bhandle must\b/)
    expect((await post(ada.session, { ...form, handle: 'ottokar' })).status).to.equal(303)
    expect(await page(ada.session)).to.contain('@ottokar.ada')
  })

  it('asks before a connection ends, and ends it', async () => {
    const there = await signIn(server, 'Ada')
    const shown = await page(ada.session)
    expect(shown).to.contain('This browser').and.contain('Another browser').and.contain('action="/signout"')
    const form = sends(shown, 'revoke', 'value="where"')
    const asked = await post(ada.session, form)
    expect(asked.status).to.equal(200)
    expect(asked.text).to.contain('End the session of another browser?')
    expect(asked.text).to.contain('<button class="risky" name="sure"')
    const crumb = await ada.agent('Crumb')
    const { slug } = await crumb.does('create_hub', { title: 'Crumbs' })
    const { thread_id } = await crumb.does('start_thread', { hub: slug, title: 'Sweep', body: 'Who?' })
    const { task_id } = await crumb.does('create_task', { thread_id, title: 'Sweep them up' })
    expect(await page(ada.session), 'a key of an agent ends as dangerously').to.match(
      /<button class="plain risky">End it<\/button>/,
    )
    expect((await there.settings('credentials')).status, 'nothing ended yet').to.equal(200)
    expect((await post(ada.session, { ...form, sure: '1' })).status).to.equal(303)
    expect((await there.settings('credentials')).status).to.equal(401)
    expect((await ada.settings('credentials')).status).to.equal(200)

    const ended = await post(ada.session, {
      ...sends(await page(ada.session), 'revoke', 'the key of Crumb'),
      sure: '1',
    })
    expect(ended.status).to.equal(303)
    const noKey = '<span class="state open">It has no key that works</span>'
    expect(await page(ada.session), 'who was here before, too').to.contain(noKey)
    const chat = (await connect(server, ada)).as
    for (const action of ['take', 'start']) await chat.does('update_task', { task_id, action, as_agent: 'Crumb' })
    const byChat = await page(ada.session)
    expect(byChat, 'it works through a chat assistant').to.match(
      /Working<\/span> on “<a [^>]*><bdi>Sweep them up<\/bdi><\/a>”/,
    )
    const home = await (await fetch(server.url, { headers: { Cookie: ada.session, Accept: 'text/html' } })).text()
    expect(home, 'its task first, then what it lacks').to.match(
      /Working<\/span> on “<a .*It has no key that works\. <a /,
    )
    expect(byChat).to.contain('No key: only your chat assistant can act as it').and.not.contain(noKey)
  })

  it('signs out of all browsers at once, and leaves agents and assistants as they are', async () => {
    const here = await signIn(server, 'Sol')
    expect(await page(here.session), 'with one browser its own button says it').not.to.contain('in every browser')
    const there = await signIn(server, 'Sol')
    const other = await signIn(server, 'Sola')
    const [agent, chat] = [await here.agent('Ray'), (await connect(server, here)).as]
    const form = /<form[^>]*action="(\/signout)"><input type="hidden" name="(everywhere)" value="1">/.exec(
      await page(here.session),
    )
    const left = await fetch(server.url + form?.[1], {
      method: 'POST',
      redirect: 'manual',
      headers: { Cookie: here.session, Origin: server.url },
      body: new URLSearchParams({ [form?.[2] ?? '']: '1' }),
    })
    expect([left.status, left.headers.get('location')]).to.deep.equal([303, '/'])
    for (const one of [here, there]) expect((await one.settings('credentials')).status).to.equal(401)
    expect((await other.settings('credentials')).status).to.equal(200)
    for (const one of [agent, chat]) expect(await one.does('show_svc')).to.be.an('object')
  })

  it('shows what an agent does and did, with the way back from each and, counted first, from all', async () => {
    const bea = await signIn(server, 'Bea')
    const scout = await bea.agent('Scout')
    const { slug, front_pad } = await scout.does('create_hub', { title: 'Rota', front_pad_text: 'one two' })
    const { thread_id } = await scout.does('start_thread', { hub: slug, title: 'Who?', body: 'Me' })
    const { task_id } = await scout.does('create_task', { thread_id, title: 'Fill <it>' })
    for (const action of ['take', 'start']) await scout.does('update_task', { task_id, action })
    await scout.does('edit_pad', { pad_id: front_pad.pad_id, base_version: 1, text: 'one 2', note: 'A number' })
    const shown = await page(bea.session)
    expect(shown)
      .to.contain('Working')
      .and.contain('<bdi>Fill &lt;it&gt;</bdi></a>”')
      .and.contain('This week: 1 post, 1 edit')
    expect(shown).to.contain('Has a seat in').and.contain('A number')

    const counted = await post(bea.session, { ...sends(shown, 'ui_undo_everything', scout.id), hub: slug })
    expect(counted.status).to.equal(200)
    expect(counted.text)
      .to.match(/1 post folds, 2 edits go back and 1 task opens again/)
      .and.contain('you can take this back, too')
    expect((await scout.does('open_pad', { pad_id: front_pad.pad_id }))['version']).to.equal(2)
    expect(shown).to.contain('by any key').and.not.contain(', ended ')
    await bea.settings('new-agent-key', { agent_id: scout.id })
    const withKeys = await page(bea.session)
    const { body } = await bea.settings('credentials')
    const [{ credential_id: newest }] = body['connections']
      .filter((one: any) => one.agent_id === scout.id)
      .toSorted((one: any, other: any) => other.created_at.localeCompare(one.created_at))
    expect(withKeys).to.contain(`<option value="${newest}">by the key`)
    const byKey = await post(bea.session, {
      ...sends(withKeys, 'ui_undo_everything', scout.id),
      hub: slug,
      key: newest!,
    })
    expect(byKey.text).to.contain('There is nothing of <bdi>Scout</bdi> to take back')

    const done = await post(bea.session, sends(counted.text, 'ui_undo_everything', `name="hub" value="${slug}"`))
    expect(done.text).to.contain('Being taken back in')
    await server.landed()
    const { version } = await scout.does('open_pad', { pad_id: front_pad.pad_id })
    expect(version).to.be.greaterThan(2)

    const edit = { pad_id: front_pad.pad_id, base_version: version, text: 'one two three' }
    const edited = await scout.does('edit_pad', edit)
    const one = sends(await page(bea.session), 'ui_undo_edit', edited['edit_id'])
    expect((await post(bea.session, one)).status).to.equal(303)
    expect((await scout.does('open_pad', { pad_id: front_pad.pad_id }))['version']).to.equal(version + 2)

    await scout.does('start_thread', { hub: slug, title: 'Buy', body: 'All of it' })
    const [first] = await server.sql<{ id: string }[]>`
      select id from credential where participant_id = ${scout.id} order by created_at limit 1`
    const { id: leaked } = first!
    expect((await post(bea.session, { ...sends(withKeys, 'revoke', leaked), sure: '1' })).status).to.equal(303)
    const keyEnded = await page(bea.session)
    expect(keyEnded).to.match(
      new RegExp(`<option value="${leaked}">by the key of [\\d-]{10}, ended [\\d-]{10}</option>`),
    )
    const byLeaked = { ...sends(keyEnded, 'ui_undo_everything', scout.id), hub: slug, key: leaked }
    expect((await post(bea.session, byLeaked)).text).to.contain('1 post folds')
  })

  it('makes the line that links an agent, and shows whose yes is waited for, and who said no', async () => {
    const made = await post(ada.session, sends(await page(ada.session), 'link-code'))
    const line = /Link to @ada with DOT-\d{4}/.exec(made.text)?.[0]
    const agent = await register(server, 'Comes later')
    expect((await agent.does('link', { action: 'code', code: line }))['status']).to.equal('linked')
    expect(await page(ada.session))
      .to.contain('Comes later')
      .and.not.contain(line)
    const other = await register(server, 'Waits')
    const { link_url } = (await other.does('link', { action: 'new' })) as any
    await ada.settings('link-agent', { token: (link_url as string).split('#')[1] })
    expect(await page(ada.session))
      .to.contain('You opened the link of')
      .and.contain('@waits')
      .and.contain('waiting for it to say yes')
    await other.does('link', { action: 'decline', human: 'ada' })
    expect(await page(ada.session))
      .to.contain('it said no')
      .and.not.contain('waiting for it')
    await ada.settings('link-agent', { token: (link_url as string).split('#')[1] })
    expect(await page(ada.session), 'asked again')
      .to.contain('waiting for it to say yes')
      .and.not.contain('it said no')
    const go = sends(await page(ada.session), 'free-agent', agent.id)
    expect((await post(ada.session, { ...go, sure: '1' })).status).to.equal(303)
    expect(await page(ada.session)).to.not.contain('Comes later')
  })

  it('takes a whole invite link, and the address of a page to save', async () => {
    const { slug } = await otto.does('create_hub', { title: 'Cellar' })
    const { invite_url: url } = await ada.does('ui_invite', { hub: slug })
    const cleo = await signIn(server, 'Cleo')
    const joined = await post(cleo.session, { ...sends(await page(cleo.session), 'accept-invite'), token: ` ${url} ` })
    expect(joined.status).to.equal(303)
    expect(joined.headers.get('location')).to.equal(`/h/${slug}`)
    const { thread_id } = await otto.does('start_thread', { hub: slug, title: 'T', body: 'B' })
    for (const address of [`${server.url}/t/${thread_id}`, thread_id as string, `${server.url}/h/${slug}`]) {
      const saved = await post(cleo.session, {
        ...sends(await page(cleo.session), 'export'),
        id: address,
        format: 'md',
      })
      const path = /href="(\/api\/export\/[^"]+)"/.exec(saved.text)?.[1]?.replace('&amp;', '&') as string
      expect((await fetch(server.url + path, { headers: { Cookie: cleo.session } })).status, address).to.equal(200)
    }
    const missing = await post(cleo.session, {
      ...sends(await page(cleo.session), 'export'),
      id: 'nothing',
      format: 'md',
    })
    expect(missing.status).to.equal(404)
    expect(missing.text).to.contain('There is nothing here for you')
  })

  it('makes the file of everything, and leads to it when it is there', async () => {
    const dora = await signIn(server, 'Dora')
    expect((await post(dora.session, sends(await page(dora.session), 'export-account'))).status).to.equal(200)
    await until(async () => (await page(dora.session)).includes('/api/export-account/'), 'a link to the file')
    const path = /href="(\/api\/export-account\/[^"]+)" download/.exec(await page(dora.session))?.[1] as string
    const file = (await (await fetch(server.url + path, { headers: { Cookie: dora.session } })).json()) as any
    expect(file.profile.handle).to.equal('dora')
  })

  it('deletes the account in two steps, the handle typed, hubs handed over first', async () => {
    const eve = await signIn(server, 'Eve')
    const { slug } = await eve.does('ui_create_hub', { title: 'Eves hub' })
    const scribe = await eve.agent('Scribe of Eve')
    await eve.does('ui_add_agent', { agent_id: scribe.id, hub: slug })
    const { hub_id } = await scribe.does('open_hub', { hub: slug })
    const ben = (await signIn(server, 'Ben')).id
    await server.seat(hub_id, ben, ben)
    const only = await eve.does('ui_create_hub', { title: 'Scribes hub' })
    await eve.does('ui_add_agent', { agent_id: scribe.id, hub: only.slug })
    await server.seat(only.hub_id, ben, ben)
    // as it stands when the agent made the hub before it had a human
    await server.sql`delete from seat where scope_id = ${only.hub_id} and participant_id = ${eve.id}`
    await server.sql`update seat set role = 'owner' where scope_id = ${only.hub_id} and participant_id = ${scribe.id}`
    const before = await page(eve.session)
    const named = (hub: string, title: string): string =>
      `<a class="grow" href="/h/${hub}?members"><bdi>${title}</bdi></a><span class="small soft">make somebody else the owner<`
    const [, mine = '', theirs = ''] =
      /You alone own these([^]*?)If your agents are deleted with you([^]*?)<form/.exec(before) ?? []
    expect(mine, 'said by its name before it is tried')
      .to.contain(named(slug, 'Eves hub'))
      .and.not.contain('Scribes hub')
    expect(theirs).to.contain(named(only.slug, 'Scribes hub')).and.not.contain('Eves hub')
    const form = { ...sends(before, 'delete-account'), agents: 'free', confirm_handle: '@eve' }
    expect((await post(eve.session, form)).text)
      .to.contain('Delete your account for good?')
      .and.contain('<button class="risky" name="sure" value="1">Yes')
    const wrong = await post(eve.session, { ...form, confirm_handle: 'eva', sure: '1' })
    expect(wrong.status).to.equal(400)
    const kept = await post(eve.session, { ...form, sure: '1' })
    expect(kept.status).to.equal(409)
    expect(kept.text)
      .to.contain('The hub would be left without an owner. Make somebody else the owner first.')
      .and.contain(`href="/h/${slug}?members"><bdi>Eves hub`)
    const people = `/h/${slug}?members`
    const hubPage = await (await fetch(server.url + people, { headers: { Cookie: eve.session } })).text()
    const over = sends(hubPage, 'ui_set_role', 'name="role" value="owner"')
    expect((await post(eve.session, over, people)).text).to.contain(
      'Make Ben the owner of this hub, and stay as a helper?',
    )
    expect((await post(eve.session, { ...over, sure: '1' }, people)).status).to.equal(303)
    expect(await page(eve.session), 'what an agent owns is not in the way of who leaves it behind')
      .to.contain('If your agents are deleted with you')
      .and.not.contain('You alone own these')
    const gone = await post(eve.session, { ...form, sure: '1' })
    expect(gone.status).to.equal(303)
    expect(gone.headers.get('location')).to.equal('/')
    expect(gone.headers.getSetCookie().join()).to.match(/dp_session=;[^,]*Max-Age=0/)
    const [told] = gone.headers.getSetCookie().filter((one) => one.startsWith('dp_done='))
    const elsewhere = await fetch(`${server.url}/explore`, {
      headers: { Cookie: told!.split(';')[0]!, Accept: 'text/html' },
    })
    expect(await elsewhere.text()).not.to.contain('is deleted')
    expect(elsewhere.headers.get('Cache-Control'), 'that page is everybody’s').to.contain('max-age=15')
    const front = await fetch(server.url, { headers: { Cookie: told!.split(';')[0]!, Accept: 'text/html' } })
    expect(await front.text()).to.contain('Your account is deleted. What you wrote stays, by “a deleted account”.')
    expect(front.headers.getSetCookie().join()).to.match(/dp_done=;[^,]*Max-Age=0/)
    expect(front.headers.get('Cache-Control')).to.contain('no-store')
    const later = await fetch(server.url, { headers: { Accept: 'text/html' } })
    expect(await later.text()).not.to.contain('is deleted')
    expect((await eve.settings('credentials')).status).to.equal(401)
  })

  it('is another page to an agent in a browser, and to a guest', async () => {
    const agent = await register(server, 'In a browser')
    const { secret, hash } = mintSecret('session')
    const now = server.parts.clock.now()
    await openSession(server.sql, {
      id: mint('credential', now),
      hash,
      participant_id: agent.id,
      now,
      expires_at: now + days(1),
    })
    const session = `dp_session=${secret}`
    const shown = await page(session)
    expect(shown).to.contain('Your human').and.contain('Confirm your email address')
    for (const act of ['create-agent', 'delete-account', 'export-account', 'link-code'])
      expect(() => sends(shown, act), act).to.throw('there is no form')
    const made = await post(session, sends(shown, 'my-link'))
    expect(made.text).to.match(/\/link#dpi?l?_?[\w-]{20,}/)
  })

  it('shows moderators what was reported, and settles, suspends and pauses; nobody else sees it', async () => {
    const [mod, finn] = [await signIn(server, 'Mod'), await signIn(server, 'Finn')]
    const teller = await ada.agent('Teller')
    await teller.does('report', { participant: finn.handle, reason: 'abuse', note: 'He <shouts>' })
    expect(await page(ada.session)).to.not.contain('This service')
    const shown = await page(mod.session)
    expect(shown).to.contain('This service').and.contain('He &lt;shouts&gt;').and.contain('@finn')
    const suspend = sends(shown, 'suspend', 'value="hum_')
    expect((await post(mod.session, suspend)).text).to.contain('Suspend Finn?')
    const stopped = await post(mod.session, { ...suspend, sure: '1' })
    expect(
      stopped.status,
      stopped.text.slice(0, 20) + (/role="alert">.*?<\/div>/.exec(stopped.text)?.[0] ?? JSON.stringify(suspend)),
    ).to.equal(303)
    expect((await finn.settings('credentials')).status).to.equal(401)
    const settle = sends(await page(mod.session), 'reports')
    const settled = await post(mod.session, { ...settle, note: 'Stopped him' })
    expect(/role="alert">.*?<\/div>/.exec(settled.text)?.[0]).to.equal(undefined)
    expect(settled.status).to.equal(303)
    expect(await page(mod.session))
      .to.contain('settled')
      .and.contain('suspended')
    const pause = sends(await page(mod.session), 'guest-pause', 'value="signups"')
    expect((await post(mod.session, pause)).status).to.equal(303)
    expect(await signIn(server, 'Late').catch((error: Error) => error.message)).to.include('503')
    expect((await post(mod.session, sends(await page(mod.session), 'guest-pause', 'value="signups"'))).status).to.equal(
      303,
    )
    expect((await post(ada.session, pause)).status, 'and for nobody else').to.equal(403)
  })

  it('shows the newest twenty agents whole and the others by name; a link to one of these shows it first', async () => {
    const cleo = await signIn(server, 'Cleo')
    const oldest = await cleo.agent('Oldest')
    for (let n = 0; n < 21; n++) await cleo.agent(`Hand ${n}`)
    const all = await page(cleo.session)
    const card = `<article class="card" id="${oldest.id}"`
    expect(all.match(/<article class="card" id="agt_/g)).to.have.lengthOf(20)
    expect(all).to.contain(`href="/settings?agent=${oldest.id}#${oldest.id}"`).and.not.contain(card)
    const answer = await fetch(`${server.url}/settings?agent=${oldest.id}`, { headers: { Cookie: cleo.session } })
    const asked = await answer.text()
    expect(asked).to.contain(card)
    expect(asked.match(new RegExp(` id="${oldest.id}"`, 'g')), 'one place of this name').to.have.lengthOf(1)
    const hub = await cleo.does('ui_create_hub', { title: 'Mill' })
    await cleo.does('ui_add_agent', { hub: hub['slug'], agent_id: oldest.id })
    const { thread_id } = await cleo.does('ui_start_thread', { hub: hub['slug'], title: 'Sacks', body: 'How many?' })
    const { task_id } = await cleo.does('ui_create_task', { thread_id, title: 'Count the sacks', assignee: oldest.id })
    for (const action of ['take', 'working']) await oldest.does('update_task', { task_id, action })
    expect(await page(cleo.session), 'the others say what they work on').to.match(
      new RegExp(`<li id="${oldest.id}">.*Working.*Count the sacks`),
    )
    const read = { agents: [oldest.id, ada.id], since: new Date(0), latest: 5 }
    const does = await whatAgentsDo(server.sql, cleo.id, read)
    expect([...does.keys()], 'only what is shown is read, and nobody else’s').to.deep.equal([oldest.id])
    const sent = await post(cleo.session, sends(asked, 'ui_pause_agents', oldest.id), `/settings?agent=${oldest.id}`)
    expect(sent.status).to.equal(303)
    expect(await page(cleo.session), 'the others say how it is').to.contain('Paused')
  })
})
