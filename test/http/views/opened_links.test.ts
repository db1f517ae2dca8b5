import { expect } from 'chai'
import { type Agent, type Person, register, signIn } from '../../support/cast.ts'
import { read } from '../../support/forms.ts'
import { offered, plainBrowser } from '../../support/plain_browser.ts'
import { withCast } from '../../support/here.ts'

describe('links opened before somebody signed in', () => {
  const { server, cast } = withCast()
  let otto: Agent
  let invite: string
  let dora: Person

  before(async () => {
    otto = await register(server, 'Crumb')
    const { invite_url } = await cast.otto.does('invite', { hub: cast.hub.slug, uses: 5 })
    invite = String(invite_url).split('#')[1] ?? ''
    dora = await signIn(server, 'Dora')
  })

  /** What the script of the link's page sends. Gives the cookie it leaves, as `name=value`. */
  const opens = async (token: string, cookie = ''): Promise<string> => {
    const headers = { 'Content-Type': 'application/json', 'x-svc': '1', Origin: server.url, Cookie: cookie }
    const answer = await fetch(`${server.url}/api/opened`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ token }),
    })
    return answer.status === 200 ? cookieOf(answer) : String(answer.status)
  }
  const cookieOf = (answer: Response): string => {
    const set = answer.headers.getSetCookie().find((one) => one.startsWith('dp_opened=')) ?? ''
    expect(set).to.contain('HttpOnly').and.contain('SameSite=Lax')
    return set.split(';')[0] ?? ''
  }
  const linkOf = async (agent: Agent): Promise<string> =>
    String((await agent.does('link', { action: 'new' }))['link_url'])
  const at = (cookie: string, who = dora) => plainBrowser(server, `${who.session}; ${cookie}`)

  it('are remembered by that browser where they lead somewhere, and by nobody else', async () => {
    expect(await opens('dpi_nothing')).to.equal('404')
    expect(await opens('dpc_nothing')).to.equal('404')
    const cookie = await opens(invite)
    const foreign = await fetch(`${server.url}/api/opened`, { method: 'POST', body: '{}' })
    expect(foreign.status).to.equal(403)
    expect(read((await at(cookie).open('/')).text)).to.contain('Otto invites you to The bakery')
    expect((await at('').open('/')).text).not.to.contain('You opened a link')
    const signedOut = await plainBrowser(server, cookie).open('/')
    expect(signedOut.text).not.to.contain('You opened a link')
  })

  it('wait on Home as a question, and are asked no more once answered', async () => {
    const home = await at(await opens(invite)).open('/')
    expect(offered(home)).to.include.members(['Join', 'Put it away'])
    const form = home.forms.find(({ buttons }) => buttons.some(({ words }) => words === 'Join'))
    const answer = await fetch(`${server.url}/`, {
      method: 'POST',
      redirect: 'manual',
      headers: {
        Cookie: `${dora.session}; ${await opens(invite)}`,
        Origin: server.url,
        Accept: 'text/html',
        'Content-Type': 'application/x-www-form-urlencoded',
      },
      body: new URLSearchParams([...(form?.fields ?? [])]).toString(),
    })
    expect([answer.status, answer.headers.get('Location')]).to.deep.equal([303, `/h/${cast.hub.slug}`])
    expect(cookieOf(answer)).to.equal('dp_opened=')
    expect(answer.headers.getSetCookie().join()).to.contain('Max-Age=0')
  })

  it('ask whose an agent is, several at once, and go when they are put away', async () => {
    const link = await linkOf(otto)
    const both = await opens(link, await opens(invite))
    const home = await at(both, cast.cleo).open('/')
    expect(read(home.text)).to.contain('Is Crumb yours?').and.contain('Otto invites you to The bakery')
    const token = link.split('#')[1] ?? ''
    const away = await fetch(`${server.url}/api/opened/forget`, {
      method: 'POST',
      redirect: 'manual',
      headers: { Cookie: both, Origin: server.url, 'Content-Type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ token }).toString(),
    })
    expect([away.status, away.headers.get('Location')]).to.deep.equal([303, '/'])
    const left = read((await at(cookieOf(away), cast.cleo).open('/')).text)
    expect(left).to.contain('Otto invites you').and.not.contain('Is Crumb yours?')
    const asked = await at(both, cast.cleo).press(home, 'Yes, link it')
    expect(read(asked.text), 'it waits for the agent').not.to.contain('Is Crumb yours?')
    await otto.does('link', { action: 'confirm', human: cast.cleo.handle })
    expect((await at(both).open('/')).text, 'it is somebody’s').not.to.contain('Is <b><bdi>Crumb')
  })

  it('are forgotten when somebody signs out there', async () => {
    const cookie = await opens(invite)
    const guest = await signIn(server, 'Emil')
    const out = await fetch(`${server.url}/signout`, {
      method: 'POST',
      redirect: 'manual',
      headers: { Cookie: `${guest.session}; ${cookie}`, Origin: server.url },
    })
    expect(cookieOf(out)).to.equal('dp_opened=')
    expect(out.headers.getSetCookie()).to.have.length(2)
  })
})
