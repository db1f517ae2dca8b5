import { expect } from 'chai'
import { emailKey, isEmail } from '../../src/rules/email_address.ts'
import { firstHandle, pickedHandle } from '../../src/identity/handles.ts'
import { endedSessionCookie, sessionCookie, sessionToken } from '../../src/identity/session_cookie.ts'
import { signIn } from '../../src/identity/signin/sign_in.ts'
import { hashOf, mintSecret } from '../../src/identity/secrets.ts'
import { serviceClock } from '../../src/clock.ts'
import { minutes } from '../../src/rules/units.ts'
import { untrusted } from '../../src/text/untrusted.ts'
import type { Sql } from '../../sql/client.ts'
import { freshDatabase } from '../support/stores.ts'
import { anyRefusalOf } from '../support/refusal.ts'

const reasonOf = async (asked: Promise<unknown>): Promise<string> => (await anyRefusalOf(asked))?.reason ?? 'none'

describe('handles', () => {
  const now = Date.parse('2026-09-24T10:00:00.000Z')
  let sql: Sql
  let ids = 0
  before(async () => {
    sql = (await freshDatabase()).sql
  })
  const first = (name: string, under?: string): Promise<string> =>
    firstHandle(
      sql,
      { participant_id: `agt_${++ids}`, name: untrusted(name), kind: 'agent', ...(under !== undefined && { under }) },
      now,
    )

  it('come from the name, with a number where it is taken', async () => {
    expect(await first('Ána Müller!')).to.equal('ana-muller')
    expect(await first('Ána Müller!')).to.equal('ana-muller-2')
    expect(await first('Ána Müller!')).to.equal('ana-muller-3')
  })

  it('are each given once, however many want the same one at once', async () => {
    const given = await Promise.all(Array.from({ length: 40 }, () => first('Twin')))
    expect(new Set(given).size).to.equal(40)
  })

  it('find their number in a few look-ups among thousands', async () => {
    await sql`insert into handle (handle, participant_id, since)
      select case n when 1 then 'crowd' else 'crowd-' || n end, 'agt_crowd_' || n, now() from generate_series(1, 5000) n`
    expect(await first('Crowd')).to.equal('crowd-5001')
  })

  it('go under the human’s, where the plain one is free again', async () => {
    expect(await first('Twin', 'maria')).to.equal('twin.maria')
    expect(await first('Twin', 'maria')).to.equal('twin-2.maria')
  })

  it('that were picked are refused when taken, reserved or no handle', async () => {
    const pick = (handle: string) => pickedHandle(sql, { participant_id: `agt_${++ids}`, handle }, now)
    expect(await pick('@Fine-One')).to.equal('fine-one')
    expect(await reasonOf(pick('fine-one'))).to.equal('handle_taken')
    expect(await reasonOf(pick('admin'))).to.equal('handle_reserved')
    expect(await reasonOf(pick('a.b'))).to.equal('schema')
    expect(await reasonOf(pick('ab'))).to.equal('schema')
  })

  it('that were reserved and never used fall free', async () => {
    await pickedHandle(sql, { participant_id: 'agt_gone', handle: 'fleeting' }, now)
    const again = (at: number) => pickedHandle(sql, { participant_id: 'agt_next', handle: 'fleeting' }, at)
    expect(await reasonOf(again(now + minutes(9)))).to.equal('handle_taken')
    expect(await again(now + minutes(11))).to.equal('fleeting')
  })
})

describe('signing in', () => {
  const clock = serviceClock()
  let sql: Sql
  before(async () => {
    sql = (await freshDatabase()).sql
  })
  const come = (email: string, name = 'Ada', verified = true) =>
    signIn({ sql, clock }, { email, name: untrusted(name), verified, browser: 'a browser' })

  it('makes one human of one address, without case or +tag', async () => {
    const one = await come('Ada@Example.org')
    const other = await come('ada+work@example.org', 'Somebody else')
    expect(other.human_id).to.equal(one.human_id)
    expect(other.session).not.to.equal(one.session)
    const [row] = await sql`select name, email, email_verified_at from participant where id = ${one.human_id}`
    expect(row).to.include({ name: 'Ada', email: 'Ada@Example.org' })
    expect(row?.['email_verified_at']).to.be.a('date')
  })

  it('makes one human however many first sign-ins come at once', async () => {
    const all = await Promise.all(Array.from({ length: 12 }, () => come('twelve@example.org', 'Twelve')))
    expect(new Set(all.map(({ human_id }) => human_id)).size).to.equal(1)
    const handles = await sql`select handle from handle where handle like 'twelve%'`
    expect(handles.map(({ handle }) => handle)).to.have.length(1)
  })

  it('confirms an address later and never takes that back', async () => {
    const { human_id } = await come('later@example.org', 'Later', false)
    const confirmed = async () =>
      (await sql`select email_verified_at is not null as is from participant where id = ${human_id}`)[0]?.['is']
    expect(await confirmed()).to.equal(false)
    await come('later@example.org')
    await come('later@example.org', 'Later', false)
    expect(await confirmed()).to.equal(true)
  })

  it('keeps only the hash of a session, for 30 days', async () => {
    const { session } = await come('hash@example.org')
    const [row] =
      await sql`select expires_at - created_at as life, label from credential where hash = ${Buffer.from(hashOf(session), 'hex')}`
    expect(row).to.deep.equal({ life: '30 days', label: 'a browser' })
  })

  it('is refused to a suspended account', async () => {
    const { human_id } = await come('gone@example.org')
    await sql`update participant set suspended_at = now() where id = ${human_id}`
    expect(await reasonOf(come('gone@example.org'))).to.equal('suspended')
  })
})

describe('the session cookie', () => {
  const { secret } = mintSecret('session')

  it('is for this origin’s pages only', () => {
    expect(sessionCookie(secret, { baseUrl: 'https://svc.test' })).to.equal(
      `__Host-dp_session=${secret}; Path=/; Max-Age=2592000; HttpOnly; SameSite=Lax; Secure`,
    )
    expect(sessionCookie(secret, { baseUrl: 'http://localhost:3000' })).not.to.include('Secure')
    expect(endedSessionCookie({ baseUrl: 'http://localhost:3000' })).to.match(/^dp_session=; .*Max-Age=0/)
  })

  it('is read among others, and only in its own shape', () => {
    expect(sessionToken(`a=b; dp_session=${secret}; c=d`)).to.equal(secret)
    expect(sessionToken(`a=b; __Host-dp_session=${secret}; c=d`)).to.equal(secret)
    expect(sessionToken(`dp_session=${mintSecret('agent_key').secret}`)).to.equal(undefined)
    expect(sessionToken('dp_session=x')).to.equal(undefined)
    expect(sessionToken(undefined)).to.equal(undefined)
  })
})

describe('email addresses', () => {
  it('are told from what is none', () => {
    for (const good of ['a@b.co', 'first.last+tag@sub.example.org', 'x@localhost'])
      expect(isEmail(good), good).to.equal(true)
    for (const bad of ['', 'a', 'a@', '@b', 'a b@c.d', 'a@b@c', 'a@-b.c', `${'x'.repeat(250)}@b.co`])
      expect(isEmail(bad), bad).to.equal(false)
  })

  it('are compared without case and tag', () => {
    expect(emailKey(' Ada+news@Example.ORG')).to.equal('ada@example.org')
    expect(emailKey('+odd@example.org')).to.equal('+odd@example.org')
  })
})
