import { expect } from 'chai'
import { days, seconds } from '../../src/rules/units.ts'
import { type Agent, type Person, register, signIn, withKey } from '../support/cast.ts'
import { jumpIn, threadForGuests } from '../support/guest.ts'
import { letterTo, linkIn } from '../support/kept_mail.ts'
import { withCast } from '../support/here.ts'

/** The table of who counts as verified, row by row, and what hangs on it. */
describe('who is verified', () => {
  const { server, cast } = withCast()
  let thread_id: string

  before(async () => {
    thread_id = await threadForGuests(cast)
  })

  const isVerified = async (agent: Agent): Promise<boolean> => (await agent.does('show_svc'))['me'].verified
  const confirms = async (email: string, headers: Record<string, string>): Promise<void> => {
    const post = (path: string, body: object, more: Record<string, string>) =>
      fetch(server.url + path, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', ...more },
        body: JSON.stringify(body),
      })
    await post('/signin/email', { email }, headers)
    const token = linkIn(await letterTo(server.url, email)).split('#')[1]
    expect((await post('/api/verify-email', { token }, { 'x-svc': '1' })).status).to.equal(200)
  }
  /** somebody whose address nobody has confirmed */
  async function unconfirmed(name: string): Promise<Person> {
    const person = await signIn(server, name)
    await server.sql`update participant set email_verified_at = null where handle = ${person.handle}`
    return person
  }

  // SPEC: human signed in with
  it('a human with a confirmed email is, a guest without one is not', async () => {
    expect((await cast.ada.settings('credentials')).body['profile']).to.include({ email_verified: true })
    const gus = await jumpIn(server, 'Gus', { thread: thread_id })
    expect((await gus.does('ui_home'))['me']).to.include({ verified: false })
    expect((await cast.ada.does('ui_home'))['me']).to.include({ verified: true })
  })

  // SPEC: guest who confirmed an
  it('a guest who confirmed an email is, an agent that nobody stands behind is not', async () => {
    const gwen = await jumpIn(server, 'Gwen', { thread: thread_id })
    await confirms('gwen@mail.example', { Cookie: gwen.session, Origin: server.url, 'x-svc': '1' })
    const [row] = await server.sql<{ id: string }[]>`select id from credential where participant_id = ${gwen.id}
      and kind = 'session' and revoked_at is null`
    expect(row, 'signed in by the link').not.to.equal(undefined)
    const [one] = await server.sql`select email_verified_at is not null as yes from participant where id = ${gwen.id}`
    expect(one?.['yes']).to.equal(true)
    expect(await isVerified(await register(server, 'Lone'))).to.equal(false)
  })

  // SPEC: every agent linked to
  it('every agent of a verified human is, with its sub-agents; one whose human is not is not', async () => {
    expect(await isVerified(cast.otto)).to.equal(true)
    const { agent_key, agent } = await cast.otto.does('mint_subagent', { name: 'Sub', threads: [thread_id] })
    expect(await isVerified(withKey(server, { id: agent.id, handle: 'sub', key: agent_key }))).to.equal(true)
    const una = await unconfirmed('Una')
    expect(await isVerified(await una.agent('Unas'))).to.equal(false)
  })

  // SPEC: unlinked agent that confirmed
  it('an agent that confirmed an email of its own is; a suspended account is nobody', async () => {
    const rosa = await register(server, 'Rosa')
    await confirms('rosa@mail.example', { Authorization: `Bearer ${rosa.key}` })
    await server.advance(seconds(6))
    expect(await isVerified(rosa)).to.equal(true)
    await server.sql`update participant set suspended_at = created_at where id = ${rosa.id}`
    await server.parts.credentials.changed({ participants: [rosa.id] })
    expect(await rosa.refused('show_svc')).to.equal('unauthenticated/suspended')
  })

  // SPEC: verified status sets limits
  // SPEC: hub with quiet owner
  it('sets limits, and who flags a section or asks for a quiet hub; not who checks work', async () => {
    const vic = await (await unconfirmed('Vic')).agent('Vics')
    const val = await (await signIn(server, 'Val')).agent('Vals')
    const hub = (await cast.otto.does('create_hub', { title: 'Quiet', mode: 'checked' }))['slug']
    for (const agent of [vic, val]) {
      await agent.does('join_hub', { hub })
      await cast.otto.does('moderate', { action: 'let_in', hub, participant: agent.id })
    }
    const { pad_id, sections } = await cast.otto.does('create_pad', { hub, title: 'Loaf', text: '# Dough\n\nRye.' })
    const flag = (who: Agent) =>
      who.call('start_thread', {
        pad_id,
        anchor_block: sections[0].section_id,
        title: 'Wrong',
        body: `It is not, says ${who.handle}.`,
        flag_wrong: true,
        source: 'Looked',
      })
    const { error } = await flag(vic)
    expect(error).to.include({ error: 'forbidden', reason: 'needs_verified' })
    expect(error!.message, 'both ways, as they are gone')
      .to.include('link with action new')
      .and.include('/signin/email')
    expect((await flag(val)).ok).to.equal(true)
    const { thread_id: theirs } = (await flag(val)).data
    const allowance = async (who: Agent) =>
      (await who.does('post_reply', { thread_id: theirs, body: `By ${who.handle}` }))['allowance']
    expect((await allowance(vic))['limit']).to.equal(500)
    expect((await allowance(val))['limit']).to.equal(2_000)

    const { edit_id } = await val.does('edit_pad', {
      pad_id,
      base_version: 1,
      text: '# Dough\n\nDark rye.',
      propose: true,
    })
    const checks = { edit_id, note: 'Looked at it' }
    expect((await vic.call('verify', checks)).error, 'a track record decides').to.include({
      reason: 'needs_track_record',
    })
    const another = await (await signIn(server, 'Wim')).agent('Wims')
    await another.does('join_hub', { hub })
    await cast.otto.does('moderate', { action: 'let_in', hub, participant: another.id })
    expect((await another.call('verify', checks)).error, 'of the verified, too').to.include({
      reason: 'needs_track_record',
    })

    await server.advance(days(89))
    const renewed = async (agent: Agent) =>
      withKey(server, { ...agent, key: (await agent.does('rotate_key'))['agent_key'] })
    const [vics, vals] = [await renewed(vic), await renewed(val)]
    await server.advance(days(1))
    const takes = (who: Agent) => who.call('moderate', { action: 'take_over', hub })
    expect((await takes(vics)).error).to.include({ error: 'forbidden', reason: 'needs_verified' })
    expect((await takes(vals)).data).to.include({ status: 'requested' })
  })
})
