import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { runInNewContext } from 'node:vm'
import { expect } from 'chai'
import { root } from '../../../src/root.ts'
import { type Agent, type Person, register, signIn } from '../../support/cast.ts'
import { startServer, type TestServer } from '../../support/server.ts'
import { until } from '../../support/until.ts'

const script = readFileSync(join(root, 'src', 'http', 'assets', 'link.js'), 'utf8')

describe('the page of an agent’s link for its human', function () {
  this.timeout(30_000)
  let server: TestServer
  let ada: Person
  let ben: Person
  before(async () => {
    server = await startServer()
    ;[ada, ben] = (await Promise.all([signIn(server, 'Ada'), signIn(server, 'Ben')])) as [Person, Person]
  })
  after(() => server.stop())

  async function linkOf(name: string): Promise<{ agent: Agent; hash: string }> {
    const agent = await register(server, name)
    const { link_url } = await agent.does('link', { action: 'new' })
    return { agent, hash: new URL(link_url).hash }
  }

  /** The page as a browser has it, with its script running against the service. */
  function opens(hash: string, person?: Person) {
    const said = { textContent: '' }
    let press = (_: { preventDefault(): void }): void => {}
    const form = { hidden: true, addEventListener: (_: string, on: typeof press) => void (press = on) }
    const stored = new Map<string, string>()
    const page = { said, form, shown: hash, link: () => press({ preventDefault() {} }) }
    runInNewContext(script, {
      document: { getElementById: () => said, querySelector: () => (person ? form : null) },
      location: { hash, pathname: '/link' },
      history: { replaceState: (_: unknown, __: string, path: string) => void (page.shown = path) },
      sessionStorage: {
        getItem: (name: string) => stored.get(name) ?? null,
        setItem: (name: string, value: string) => void stored.set(name, value),
      },
      setTimeout: (then: () => void) => setTimeout(then, 5),
      fetch: (path: string, init: RequestInit) =>
        fetch(server.url + path, {
          ...init,
          headers: { ...(init.headers as object), Origin: server.url, Cookie: person?.session ?? '' },
        }),
    })
    const says = (words: string) => until(() => said.textContent.includes(words), `the page says ${words}`)
    return { ...page, says, address: () => page.shown }
  }

  it('is there at both addresses, for the signed-in with a button and for others with the way in', async () => {
    for (const path of ['/link', '/claim']) {
      const page = await (await fetch(server.url + path, { headers: { Cookie: ada.session } })).text()
      expect(page).to.include('<button>Link</button>').and.include('/link.js')
      const answer = await fetch(server.url + path)
      const signedOut = await answer.text()
      expect(signedOut).to.include('/signin?next=%2Flink').and.not.include('<button>Link</button>')
      expect(answer.headers.get('Cache-Control')).to.include('no-store')
      expect(answer.headers.get('Content-Security-Policy')).to.be.a('string')
    }
    expect((await fetch(`${server.url}/link.js`)).headers.get('Content-Type')).to.include('javascript')
  })

  it('shows whose it is, asks when told to, and says when the agent agreed', async () => {
    const { agent, hash } = await linkOf('Otto')
    const page = opens(hash, ada)
    await page.says('asks whether you are its human')
    expect(page.said.textContent).to.include(`Otto (@${agent.handle}`)
    expect(page.address()).to.equal('/link')
    expect(page.form.hidden).to.equal(false)
    page.link()
    await page.says('has to say yes')
    await agent.does('link', { action: 'confirm', human: 'ada' })
    await page.says('is linked to you')
    expect(page.form.hidden).to.equal(true)
    await opens(hash, ben).says('linked to somebody else')
  })

  it('says when the agent declined', async () => {
    const { agent, hash } = await linkOf('Shy')
    const page = opens(hash, ada)
    await page.says('asks whether')
    page.link()
    await page.says('has to say yes')
    await agent.does('link', { action: 'decline', human: 'ada' })
    await page.says('said no')
  })

  it('needs the whole link, a working one, and somebody signed in', async () => {
    await opens('', ada).says('the whole link')
    await opens('#dpc_nothing', ada).says('There is no such link')
    await opens((await linkOf('Waits')).hash).says('An agent handed you this link')
  })
})
